import { data, Form, Link } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/recovery-codes-page.ts';
import { BothFactors, RecoveryCodes, type Refused } from './second-factor-forms.tsx';

export const meta: Route.MetaFunction = () => deskTitle('New recovery codes');

type State = { codes: string[] | null; refused: Refused | null };

export function loader({ context }: Route.LoaderArgs) {
  return { email: staffOf(context).email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const given = await request.formData();
  const text = (name: string) => String(given.get(name) ?? '');
  const both = { password: text('password'), code: text('code') };
  const outcome = await auth.secondFactor.makeRecoveryCodes(staffOf(context), both, requestContext);
  if (outcome.kind === 'made') return data<State>({ codes: outcome.recoveryCodes, refused: null });
  return data<State>({ codes: null, refused: outcome }, { status: 422 });
}

export default function RecoveryCodesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { codes, refused } = actionData ?? {};
  return (
    <>
      <h1>New recovery codes</h1>
      {codes ? (
        <>
          <p className="callout callout-good not-printed" role="status">
            The recovery codes that you had before no longer work. These are shown only now: print them or write them down.
          </p>
          <div className="card">
            <RecoveryCodes codes={codes} email={loaderData.email} />
          </div>
          <p className="not-printed">
            <Link to="/desk/account">Back to your account</Link>
          </p>
        </>
      ) : (
        <>
          <Problem message={refused?.field ? null : refused?.message} />
          <Form method="post" className="card stack narrow">
            <p>Each lets you in once if your phone is lost. New ones take the place of those that you have.</p>
            <BothFactors refused={refused ?? undefined} />
            <div className="cluster">
              <SubmitButton className="button button-primary">Make new codes</SubmitButton>
              <Link to="/desk/account">Keep those I have</Link>
            </div>
          </Form>
        </>
      )}
    </>
  );
}
