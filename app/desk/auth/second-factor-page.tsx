import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import type { Enrolment } from '#server/staff/second-factor.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { type Context, deskServices, withCookies } from '../layout/route-context.ts';
import { EnrolmentSteps } from '../settings/enrolment-steps.tsx';
import { PasswordField, Problem } from '../ui/fields.tsx';

export const meta = () => deskTitle('Your authenticator app');

type State = { enrolment: Enrolment | null; message: string | null };

export async function loader({ context }: LoaderFunctionArgs) {
  return { email: (await enrolling(context)).email };
}

/** First the password, then the code that proves that the app was set up. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await enrolling(context);
  const { auth, requestContext } = deskServices(context);
  const given = await request.formData();
  const text = (name: string) => String(given.get(name) ?? '');
  if (!given.has('code')) {
    const outcome = await auth.secondFactor.begin(staff, { password: text('password') }, requestContext);
    if (outcome.kind === 'begun') return data<State>({ enrolment: outcome.enrolment, message: null });
    return data<State>({ enrolment: null, message: outcome.message }, { status: 422 });
  }
  const outcome = await auth.secondFactor.confirm(staff, { sealed: text('enrolment'), code: text('code') }, requestContext);
  if (outcome.kind === 'set up') throw redirect('/desk', { headers: withCookies([...outcome.cookies, auth.hintCookie(true)]) });
  // The same QR code is drawn again from what the form brought back: the app may have it already.
  return data<State>({ enrolment: outcome.enrolment, message: outcome.message }, { status: 422 });
}

/** Who is in with a password and has no second factor yet; everybody else is sent where they belong. */
async function enrolling(context: Context) {
  const { auth, requestContext } = deskServices(context);
  const state = await auth.read(requestContext, { active: true });
  if (state.kind === 'enrolment required') return state.staff;
  throw redirect(state.kind === 'signed in' ? '/desk' : '/desk/sign-in');
}

export default function SecondFactorPage() {
  const { email } = useLoaderData<typeof loader>();
  const state = useActionData<State>();
  const busy = useNavigation().state !== 'idle';
  if (!state?.enrolment) {
    return (
      <>
        <h1>Set up your authenticator app</h1>
        <p>
          The desk holds people's names, injuries and addresses, so a password is not enough. You need an app such as Google
          Authenticator, Microsoft Authenticator or 1Password.
        </p>
        <Problem message={state?.message} />
        <Form method="post" className="stack">
          <PasswordField label="Your password, once more" name="password" autoComplete="current-password" required />
          <button type="submit" className="button button-primary" disabled={busy}>
            Set up
          </button>
        </Form>
      </>
    );
  }
  return (
    <>
      <h1>Set up your authenticator app</h1>
      <Problem message={state.message} />
      <EnrolmentSteps enrolment={state.enrolment} email={email} />
    </>
  );
}
