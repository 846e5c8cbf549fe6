import { type ActionFunctionArgs, data, Form, Link, redirect, useActionData, useNavigation, useSearchParams } from 'react-router';
import { lentDesk } from '../frame/lent.ts';
import { deskTitle } from '../look/desk-meta.ts';
import { Problem } from '../look/problem.tsx';
import { TextField } from '../look/text-field.tsx';

export const meta = () => deskTitle('New password');

export async function action({ request, context }: ActionFunctionArgs) {
  const { auth } = lentDesk(context);
  const given = await request.formData();
  const outcome = await auth.reset(String(given.get('token') ?? ''), String(given.get('password') ?? ''));
  if (outcome.kind === 'changed') throw redirect('/desk/sign-in?new-password');
  return data(outcome, { status: 422 });
}

export default function NewPasswordPage() {
  const refused = useActionData<typeof action>();
  const [query] = useSearchParams();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <h1>Choose a new password</h1>
      {refused && !refused.field && (
        <>
          <Problem words={refused.words} />
          <p>
            <Link to="/desk/forgotten">Ask for another link</Link>
          </p>
        </>
      )}
      <Form method="post" className="stack">
        <input type="hidden" name="token" value={query.get('token') ?? ''} />
        <TextField
          label="New password"
          hint="At least 12 characters. A few words that do not belong together are good."
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          error={refused?.field ? refused.words : undefined}
        />
        <button type="submit" className="button" disabled={busy}>
          Change it
        </button>
      </Form>
    </>
  );
}
