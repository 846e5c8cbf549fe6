import { data, Form, Link, redirect, useSearchParams, useSubmit } from 'react-router';
import { PasskeyButton } from '#app/desk/passkey-button.tsx';
import { PasswordField, TextField } from '#app/desk/text-field.tsx';
import { sessionActs } from '#app/session/session.ts';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton, useIsSending } from '#app/ui/submit-button.tsx';
import { accountNotices } from '#forms/notices.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices, keepReturnTo, returnTo, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/sign-in-page.ts';
import { type Refused, withNotice } from './with-notice.ts';

export const meta: Route.MetaFunction = () => deskTitle('Sign in');

export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, requestContext } = deskServices(context);
  const state = await auth.read(requestContext, { active: false });
  if (state.kind === 'signed in') throw redirect(returnTo(request));
  return null;
}

/** The password, with JavaScript and without. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const given = await request.formData();
  const email = String(given.get('email') ?? '');
  const outcome = await auth.signIn({ email, password: String(given.get('password') ?? '') }, requestContext);
  if (outcome.kind === 'refused') return data({ message: outcome.message, email }, { status: 422 });
  const next = outcome.kind === 'code required' ? keepReturnTo('/desk/sign-in/code', request) : '/desk/second-factor';
  throw redirect(next, { headers: withCookies(outcome.cookies) });
}

/** With JavaScript a failure is a notice too. Only a script can ask the browser for a passkey. */
export async function clientAction(args: Route.ClientActionArgs) {
  const isByPasskey = (await args.request.clone().formData()).has('passkey');
  return isByPasskey ? signInByPasskey(args.request) : withNotice(accountNotices.signInFailed, args);
}

/** A passkey is both factors, so that no code follows. What was typed stays. */
async function signInByPasskey(request: Request) {
  const error = await sessionActs.signInByPasskey();
  if (error) return data<Refused>({ message: error.message || accountNotices.signInFailed.fallback }, { status: 422 });
  throw redirect(returnTo(request));
}

export default function SignInPage({ actionData: refused }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const submit = useSubmit();
  const isBusy = useIsSending();
  return (
    <>
      <h1>Sign in</h1>
      {query.has('new-password') && <p className="callout callout-good">Your password was changed. Sign in with the new one.</p>}
      {query.has('signed-out') && <p className="callout callout-good">You are signed out.</p>}
      <Problem message={refused?.message} />
      <Form method="post" className="stack">
        <TextField label="Email" name="email" type="email" autoComplete="username" required defaultValue={refused?.email} />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <SubmitButton className="button button-primary" busyText="Signing in…">
          Sign in
        </SubmitButton>
        <PasskeyButton isBusy={isBusy} onPress={() => void submit({ passkey: 'yes' }, { method: 'post' })} />
      </Form>
      <p>
        <Link to="/desk/forgotten">Forgotten your password?</Link>
      </p>
    </>
  );
}
