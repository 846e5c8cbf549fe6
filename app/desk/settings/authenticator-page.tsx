import { data, Form, Link } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { Enrolment } from '#server/people/staff/second-factor.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { deskServices, staffOf, withCookies } from '../layout/route-context.ts';
import type { Route } from './+types/authenticator-page.ts';
import { BothFactors, EnrolmentSteps, type Refused } from './second-factor-forms.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Move your authenticator app');

type State = { enrolment: Enrolment | null; isMoved: boolean; refused: Refused | null };

export function loader({ context }: Route.LoaderArgs) {
  return { email: staffOf(context).email };
}

/** Replaces the authenticator app: first both factors, then a code of the new app. The old one works until that code is right. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const staff = staffOf(context);
  const given = await request.formData();
  const text = (name: string) => String(given.get(name) ?? '');
  if (!given.has('enrolment')) {
    const begun = await auth.secondFactor.begin(staff, { password: text('password'), code: text('code') }, requestContext);
    if (begun.kind === 'begun') return data<State>({ enrolment: begun.enrolment, isMoved: false, refused: null });
    return data<State>({ enrolment: null, isMoved: false, refused: begun }, { status: 422 });
  }
  const { cookies, ...outcome } = await auth.secondFactor.confirm(
    staff,
    { sealed: text('enrolment'), code: text('code') },
    requestContext,
  );
  if (outcome.kind === 'set up')
    return data<State>({ enrolment: null, isMoved: true, refused: null }, { headers: withCookies(cookies) });
  const refused = { field: null, message: outcome.message };
  return data<State>({ enrolment: outcome.enrolment, isMoved: false, refused }, { status: 422 });
}

export default function AuthenticatorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { enrolment, isMoved, refused } = actionData ?? {};
  if (isMoved) {
    return (
      <>
        <h1>Move your authenticator app</h1>
        <p className="callout callout-good" role="status">
          Your authenticator app was moved. The old one and its recovery codes no longer work, and your other sessions have ended.
        </p>
        <p>
          <Link to="/desk/account">Back to your account</Link>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Move your authenticator app</h1>
      <Problem message={refused?.field ? null : refused?.message} />
      {enrolment ? (
        <div className="card stack">
          <EnrolmentSteps enrolment={enrolment} email={loaderData.email} />
        </div>
      ) : (
        <Form method="post" className="card stack narrow">
          <p>
            For a new phone. The old one goes on working until the new one is set up; then it no longer does, and you get new
            recovery codes.
          </p>
          <BothFactors refused={refused ?? undefined} />
          <div className="cluster">
            <SubmitButton className="button button-primary">Show the QR code</SubmitButton>
            <Link to="/desk/account">Keep it</Link>
          </div>
        </Form>
      )}
    </>
  );
}
