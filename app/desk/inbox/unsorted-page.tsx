import { data, Form, Link, redirect } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton, useHoldAfter } from '#app/ui/submit-button.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { UnsortedEmail } from '#server/mail/in/tray.ts';
import { SaveEmail, SenderMarks } from '../claims/message-entry.tsx';
import { MessageText } from '../claims/message-text.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { TextField } from '../text-field.tsx';
import type { Route } from './+types/unsorted-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Unsorted emails');

export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk } = deskServices(context);
  const { searchParams } = new URL(request.url);
  const isNoted = searchParams.has('noted');
  // One more tells whether there are more.
  const range = { before: searchParams.get('before'), most: most + 1 };
  const found = await allow((isNoted ? desk.noted : desk.unsorted)(staffOf(context), range));
  const emails = found.slice(0, most);
  return { isNoted, isOlder: range.before !== null, emails, last: found.length > most ? emails.at(-1)?.id : undefined };
}

/** So many are on a page. */
const most = 100;

export async function action({ request, context }: Route.ActionArgs) {
  const posted = await request.formData();
  const { desk } = deskServices(context);
  const staff = staffOf(context);
  const text = (name: string) => String(posted.get(name) ?? '');
  const id = text('email');
  const outcome = await allow(
    text('act') === 'attach'
      ? desk.attachEmail(staff, id, text('reference'))
      : text('act') === 'put back'
        ? desk.putEmailBack(staff, id)
        : desk.dismissEmail(staff, id),
  );
  if (outcome.kind === 'refused') return data({ id, message: outcome.message, dismissed: '' }, { status: 422 });
  if (outcome.submissionId !== null) throw redirect(`/desk/submissions/${outcome.submissionId}`);
  return data({ id: '', message: '', dismissed: text('act') === 'dismiss' ? id : '' });
}

/** The emails of which nobody knows to which claim they belong, until staff say so; or those with which nothing is to be done. */
export default function UnsortedPage({ loaderData: { isNoted, isOlder, emails, last }, actionData }: Route.ComponentProps) {
  useHoldAfter(emails.map(({ id }) => id).join());
  return (
    <>
      <h1>Unsorted emails</h1>
      <nav aria-label="Emails that belong to no claim">
        <ul className="tabs">
          <li>
            <Link to="/desk/unsorted" aria-current={isNoted ? undefined : 'page'}>
              To sort
            </Link>
          </li>
          <li>
            <Link to="/desk/unsorted?noted" aria-current={isNoted ? 'page' : undefined}>
              Only noted
            </Link>
          </li>
        </ul>
      </nav>
      <p>
        {isNoted
          ? 'Reports of mail servers, and emails of our own that came back. Nothing is to be done with them.'
          : 'They came in, and no claim was found for them.'}{' '}
        Each is removed 30 days after it came.
      </p>
      <Problem message={actionData?.message || undefined} result={actionData} />
      {actionData?.dismissed && (
        <div className="callout callout-good cluster-between" role="status">
          <p>Put away. It is erased 30 days after it came.</p>
          <Form method="post">
            <input type="hidden" name="email" value={actionData.dismissed} />
            <SubmitButton className="button button-quiet" name="act" value="put back" data-key="u">
              Undo
            </SubmitButton>
          </Form>
        </div>
      )}
      {emails.length === 0 && <p>{isNoted || isOlder ? 'There is none.' : 'No email waits to be sorted.'}</p>}
      {emails.map((email) => (
        <Unsorted key={email.id} email={email} isNoted={isNoted} />
      ))}
      {last && (
        <p>
          <Link className="button button-quiet" to={`?${isNoted ? 'noted&' : ''}before=${last}`}>
            Older emails
          </Link>
        </p>
      )}
    </>
  );
}

function Unsorted({ email, isNoted }: { email: UnsortedEmail; isNoted: boolean }) {
  const { id, receivedAt, sender, subject, text, detail } = email;
  return (
    <article className="card stack unsorted-email" aria-labelledby={`email-${id}`}>
      <h2 id={`email-${id}`} dir="auto">
        {subject || 'No subject'}
      </h2>
      <p className="muted cluster">
        <bdi>{sender || 'No sender'}</bdi> {shortLondonMoment(receivedAt)}
        <SenderMarks message={email} />
        <SaveEmail id={id} />
      </p>
      {detail && <p>{detail}</p>}
      {text === '' ? <p className="muted">It has no text that can be shown.</p> : <MessageText text={text} seenAtOnce={1_000} />}
      {email.suggested.map(({ reference, name }) => (
        <Form method="post" key={reference}>
          <input type="hidden" name="email" value={id} />
          <input type="hidden" name="reference" value={reference} />
          <SubmitButton className="button button-quiet" name="act" value="attach">
            Add to {reference}, <bdi>{name}</bdi>
          </SubmitButton>
        </Form>
      ))}
      <Form method="post" className="cluster">
        <input type="hidden" name="email" value={id} />
        <TextField id={`reference-${id}`} label="Reference of the claim" name="reference" autoComplete="off" maxLength={12} />
        <SubmitButton className="button button-primary" name="act" value="attach">
          Add to the claim
        </SubmitButton>
        {!isNoted && (
          <SubmitButton className="button button-quiet" name="act" value="dismiss">
            Not a claim, complaint or data request
          </SubmitButton>
        )}
      </Form>
    </article>
  );
}
