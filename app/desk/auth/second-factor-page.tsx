import { data, Form, redirect } from 'react-router';
import { PasswordField } from '#app/desk/text-field.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { Enrolment } from '#server/people/staff/second-factor.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { type Context, deskServices, withCookies } from '../layout/route-context.ts';
import { EnrolmentSteps } from '../settings/second-factor-forms.tsx';
import type { Route } from './+types/second-factor-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Your authenticator app');

type State = { enrolment: Enrolment | null; message: string | null };

export async function loader({ context }: Route.LoaderArgs) {
  return { email: (await staffEnrolling(context)).email };
}

/** Sets up the second factor: first the password, then the code that proves that the app was set up. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = await staffEnrolling(context);
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
  // The same QR code is drawn again from what the form sent back, because the app may have scanned it already.
  return data<State>({ enrolment: outcome.enrolment, message: outcome.message }, { status: 422 });
}

/** A member of staff whose password was right and who has no second factor yet; all others are redirected. */
async function staffEnrolling(context: Context) {
  const { auth, requestContext } = deskServices(context);
  const authState = await auth.read(requestContext, { active: true });
  if (authState.kind === 'enrolment required') return authState.staff;
  throw redirect(authState.kind === 'signed in' ? '/desk' : '/desk/sign-in');
}

export default function SecondFactorPage({ loaderData, actionData: state }: Route.ComponentProps) {
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
          <SubmitButton className="button button-primary">Set up</SubmitButton>
        </Form>
      </>
    );
  }
  return (
    <>
      <h1>Set up your authenticator app</h1>
      <Problem message={state.message} />
      <EnrolmentSteps enrolment={state.enrolment} email={loaderData.email} />
    </>
  );
}
