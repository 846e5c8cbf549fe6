import { Form, Link } from 'react-router';
import { TextField } from '#app/desk/text-field.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices } from '../layout/route-context.ts';
import type { Route } from './+types/forgotten-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Forgotten password');

/** The response is the same whether or not there is such an account. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const email = String((await request.formData()).get('email') ?? '');
  await auth.requestReset(email, requestContext);
  return { email };
}

export default function ForgottenPage({ actionData: requested }: Route.ComponentProps) {
  return (
    <>
      <h1>Forgotten your password?</h1>
      {requested ? (
        <p className="callout callout-good" role="status">
          If there is an account for {requested.email}, a link to choose a new password is on its way there. It works for an hour.
        </p>
      ) : (
        <Form method="post" className="stack">
          <TextField label="Email" name="email" type="email" autoComplete="username" required />
          <SubmitButton className="button button-primary">Send me a link</SubmitButton>
        </Form>
      )}
      <p>
        <Link to="/desk/sign-in">Back to signing in</Link>
      </p>
    </>
  );
}
