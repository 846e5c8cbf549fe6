import { data, Form, Link, redirect } from 'react-router';
import { PasswordField } from '#app/desk/text-field.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/new-password-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('New password');

/** Whether the link still works, so that the page can say so before anything is typed. */
export async function loader({ context }: Route.LoaderArgs) {
  const { auth, requestContext } = deskServices(context);
  return { isOpen: await auth.isResetOpen(auth.openedLink('reset', requestContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const given = await request.formData();
  // Pages of an earlier version have the token in their form.
  const token = String(given.get('token') ?? '') || auth.openedLink('reset', requestContext);
  const outcome = await auth.reset(token, String(given.get('password') ?? ''));
  if (outcome.kind === 'changed')
    throw redirect('/desk/sign-in?new-password', { headers: withCookies([auth.usedLinkCookie('reset')]) });
  return data(outcome, { status: 422 });
}

export default function NewPasswordPage({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { isOpen } = loaderData;
  if (!isOpen || (refused && !refused.field)) {
    return (
      <>
        <h1>This link no longer works</h1>
        <p role="status">It was used, or has run out: it works once, for an hour.</p>
        <p>
          <Link to="/desk/forgotten">Ask for another link</Link>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Choose a new password</h1>
      <Form method="post" className="stack">
        <PasswordField
          label="New password"
          hint="At least 12 characters. A few words that do not belong together are good."
          name="password"
          autoComplete="new-password"
          required
          minLength={12}
          error={refused?.message}
        />
        <SubmitButton className="button button-primary">Change it</SubmitButton>
      </Form>
    </>
  );
}
