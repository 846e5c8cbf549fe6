import { data, Form, redirect } from 'react-router';
import { PasswordField, TextField } from '#app/desk/text-field.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { site } from '#content/site.ts';
import { accountNotices } from '#forms/notices.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/join-page.ts';
import { type Refused, withNotice } from './with-notice.ts';

export const meta: Route.MetaFunction = () => deskTitle('Join');

export async function loader({ context }: Route.LoaderArgs) {
  const { auth, requestContext } = deskServices(context);
  const invitation = await auth.invitation(auth.openedLink('invitation', requestContext));
  return { email: invitation?.email ?? null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const posted = await request.formData();
  const text = (name: string) => String(posted.get(name) ?? '');
  // Pages of an earlier version have the invitation in their form.
  const invitation = text('invitation') || auth.openedLink('invitation', requestContext);
  const name = text('name');
  const outcome = await auth.join({ invitation, name, password: text('password') }, requestContext);
  if (outcome.kind === 'refused') return data<Refused>({ message: outcome.message, field: outcome.field, name }, { status: 422 });
  throw redirect('/desk/second-factor', { headers: withCookies(outcome.cookies) });
}

/** With JavaScript a failure is a notice too. */
export const clientAction = (args: Route.ClientActionArgs) => withNotice(accountNotices.signUpFailed, args);

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
