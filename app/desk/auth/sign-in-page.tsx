import { data, Form, Link, redirect, useSearchParams, useSubmit } from 'react-router';
import { PasskeyButton } from '#app/desk/passkey-button.tsx';
import { PasswordField, TextField } from '#app/desk/text-field.tsx';
import { sessionActs } from '#app/session/session.ts';
import { clearNotices, showNotice } from '#app/ui/notice/notices.ts';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton, useIsSending } from '#app/ui/submit-button.tsx';
import { notices } from '#forms/errors.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices, keepReturnTo, returnTo, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/sign-in-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Sign in');

export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, requestContext } = deskServices(context);
  const state = await auth.read(requestContext, { active: false });
  if (state.kind === 'signed in') throw redirect(returnTo(request));
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const given = await request.formData();
  const email = String(given.get('email') ?? '');
  const outcome = await auth.signIn({ email, password: String(given.get('password') ?? '') }, requestContext);
  if (outcome.kind === 'refused') return data({ message: outcome.message, email }, { status: 422 });
  const next = outcome.kind === 'code required' ? keepReturnTo('/desk/sign-in/code', request) : '/desk/second-factor';
  throw redirect(next, { headers: withCookies(outcome.cookies) });
}

/** With JavaScript a refusal is a notice too, and the page stays where no answer of ours comes. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const given = await request.clone().formData();
  if (given.has('passkey')) return signInByPasskey(request);
  const { title, fallback } = notices.signInFailed;
  const refused = await serverAction().catch((error: unknown) => {
    if (error instanceof Response) {
      clearNotices();
      throw error;
    }
    return { message: fallback, email: String(given.get('email') ?? '') };
  });
  showNotice({ tone: 'destructive', title, description: refused.message });
  return refused;
}

/** A passkey is both factors, so that no code follows. What was typed stays. */
async function signInByPasskey(request: Request) {
  const error = await sessionActs.signInByPasskey();
  if (error) return { message: error.message || notices.signInFailed.fallback, email: undefined };
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
