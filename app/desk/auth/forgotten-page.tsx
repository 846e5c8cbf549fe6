import { type ActionFunctionArgs, Form, Link, useActionData, useNavigation } from 'react-router';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices } from '../layout/route-context.ts';
import { TextField } from '../ui/fields.tsx';

export const meta = () => deskTitle('Forgotten password');

/** Says the same whoever asks. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { auth, requestContext } = deskServices(context);
  const email = String((await request.formData()).get('email') ?? '');
  await auth.requestReset(email, requestContext);
  return { email };
}

export default function ForgottenPage() {
  const asked = useActionData<typeof action>();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <h1>Forgotten your password?</h1>
      {asked ? (
        <p className="callout callout-good" role="status">
          If there is an account for {asked.email}, a link to choose a new password is on its way there. It works for an hour.
        </p>
      ) : (
        <Form method="post" className="stack">
          <TextField label="Email" name="email" type="email" autoComplete="username" required />
          <button type="submit" className="button button-primary" disabled={busy}>
            Send me a link
          </button>
        </Form>
      )}
      <p>
        <Link to="/desk/sign-in">Back to signing in</Link>
      </p>
    </>
  );
}
