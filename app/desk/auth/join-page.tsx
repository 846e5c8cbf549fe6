import { data, Form, redirect } from 'react-router';
import { PasswordField, TextField } from '#app/desk/text-field.tsx';
import { sessionActs } from '#app/session/session.ts';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { site } from '#content/site.ts';
import { notices } from '#forms/errors.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/join-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Join');

type Refused = { message: string; field: string | null; name: string };

export async function loader({ context }: Route.LoaderArgs) {
  const { auth, requestContext } = deskServices(context);
  const invitation = await auth.invitation(auth.openedLink('invitation', requestContext));
  return { email: invitation?.email ?? null };
}

/** Signs up without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const given = readGiven(await request.formData());
  const invitation = given.invitation || auth.openedLink('invitation', requestContext);
  const outcome = await auth.join({ ...given, invitation }, requestContext);
  if (outcome.kind === 'refused')
    return data<Refused>({ message: outcome.message, field: outcome.field, name: given.name }, { status: 422 });
  throw redirect('/desk/second-factor', { headers: withCookies(outcome.cookies) });
}

/** With JavaScript the app-wide session signs up, and shows a notice where that failed. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<Refused> {
  const { email, password, name, invitation } = readGiven(await request.formData());
  const { error, next } = await sessionActs.signUp(email, password, { invitation, name });
  if (error) return { message: error.message || notices.signUpFailed.fallback, field: error.field ?? null, name };
  throw redirect(next ?? '/desk');
}

export default function JoinPage({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { email } = loaderData;
  const errorAt = (field: string) => (refused?.field === field ? refused.message : undefined);
  if (!email) {
    return (
      <>
        <h1>This invitation is not valid</h1>
        <p>It was used, or has run out. Ask the owner of the desk for another.</p>
      </>
    );
  }
  return (
    <>
      <h1>Join the {site.brand} desk</h1>
      <p>
        Your account is for <strong>{email}</strong>.
      </p>
      {refused && !refused.field && <Problem message={refused.message} />}
      <Form method="post" className="stack">
        <input type="hidden" name="email" value={email} autoComplete="username" />
        <TextField
          label="Your name"
          hint="As other members of staff should see it."
          name="name"
          autoComplete="name"
          required
          maxLength={100}
          defaultValue={refused?.name}
          error={errorAt('name')}
        />
        <PasswordField
          label="Choose a password"
          hint="At least 12 characters. A few words that do not belong together are good."
          name="password"
          autoComplete="new-password"
          required
          minLength={12}
          error={errorAt('password')}
        />
        <SubmitButton className="button button-primary" busyText="One moment…">
          Go on to your authenticator app
        </SubmitButton>
      </Form>
    </>
  );
}

/** Pages of an earlier version have the invitation in their form. */
function readGiven(given: FormData) {
  const text = (name: string) => String(given.get(name) ?? '');
  return { invitation: text('invitation'), email: text('email'), name: text('name'), password: text('password') };
}
