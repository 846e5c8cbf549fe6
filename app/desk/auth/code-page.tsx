import { data, Form, Link, redirect } from 'react-router';
import { CodeField, TextField } from '#app/desk/text-field.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices, returnTo, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/code-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Your code');

export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const given = await request.formData();
  const recovery = String(given.get('recovery') ?? '').trim();
  const outcome = await (recovery
    ? auth.enterRecoveryCode(recovery, requestContext)
    : auth.enterCode(String(given.get('code') ?? ''), requestContext));
  if (outcome.kind === 'signed in')
    throw redirect(returnTo(request), { headers: withCookies([...outcome.cookies, auth.hintCookie(true)]) });
  return data({ message: outcome.message, isExpired: outcome.kind === 'expired', recovery: recovery !== '' }, { status: 422 });
}

export default function CodePage({ actionData: refused }: Route.ComponentProps) {
  return (
    <>
      <h1>Your code</h1>
      <Problem message={refused?.message} />
      {refused?.isExpired ? (
        <p>
          <Link to="/desk/sign-in" className="button button-primary">
            Sign in again
          </Link>
        </p>
      ) : (
        <Form method="post" className="stack">
          <CodeField hint="Six digits. A new one every thirty seconds." />
          <details open={refused?.recovery}>
            <summary>No phone at hand?</summary>
            <TextField
              label="Recovery code"
              hint="Each works once."
              name="recovery"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </details>
          <SubmitButton className="button button-primary" busyText="Checking…">
            Go on
          </SubmitButton>
        </Form>
      )}
    </>
  );
}
