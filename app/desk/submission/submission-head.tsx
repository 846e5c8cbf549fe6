import { Link } from 'react-router';
import { missingAnswersOf } from '#forms/continuation.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import { callLink, whatsappLink } from '#forms/phone-links.ts';
import type { SubmissionView } from '#server/submissions/view/submission-view.ts';
import { CompletenessBadge, DueBadge } from '../due-badge.tsx';
import { CallingNote, CallLink } from '../queue/call-link.tsx';
import { ago } from '../times.ts';

/** Who sent it, the response target, and three ways to make contact. */
export function SubmissionHead({ view, now, staffId }: { view: SubmissionView; now: number; staffId: string }) {
  const { sender, reference, form, createdAt, dueAt, ownTargetAt, summary } = view;
  const missing = missingAnswersOf(form, view.data).map(({ label }) => label);
  const call = callLink(sender.phone);
  const whatsapp = whatsappLink(sender.phone);
  const mail = mailLink(sender.email, reference);
  return (
    <header className="submission-head" data-open-reference={reference}>
      <p className="not-printed">
        <Link to="/desk">Inbox</Link>
      </p>
      <h1>
        <bdi>{sender.name || 'No name given'}</bdi>
      </h1>
      <p className="cluster">
        {view.isUrgent && <span className="badge badge-late">Urgent</span>}
        {view.isWithdrawn ? <span className="badge badge-late">Withdrawn</span> : <DueBadge row={view} now={now} />}
        <CompletenessBadge completeness={view.completeness} />
        <span>
          {reference} · {form}
          {summary && (
            <>
              {' · '}
              <bdi>{summary}</bdi>
            </>
          )}
        </span>
      </p>
      <p className="muted">
        Came {shortLondonMoment(createdAt)} ({ago(now - createdAt)})
        {dueAt !== null && `. SLA: contact by ${shortLondonMoment(dueAt)}.`}
        {ownTargetAt !== null && ` Our own target: ${shortLondonMoment(ownTargetAt)}.`}
      </p>
      {view.others
        .filter(({ maybeSame }) => maybeSame)
        .map(({ id, reference: other, form: otherForm, createdAt: at, begunAtRoadside }) => (
          <p key={id} className="callout">
            Same phone as <Link to={`/desk/submissions/${id}`}>{other}</Link>,{' '}
            {begunAtRoadside ? 'started at the roadside' : otherForm} {shortLondonMoment(at)}. It may be the same accident.
          </p>
        ))}
      {view.senderRefuses && (
        <p className="callout callout-danger">
          Their email address refuses our email: <q>{view.senderRefuses}</q>. Call instead.
        </p>
      )}
      <CallingNote next={view.next} staffId={staffId} now={now} />
      <p className="contact-actions not-printed">
        {call && <CallLink href={call} phone={sender.phone} isOpen={view.next !== null} attemptCount={view.attemptCount} />}
        {whatsapp && (
          <a className="button button-quiet" href={whatsapp} rel="noreferrer" target="_blank">
            WhatsApp <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
        {mail && (
          <a className="button button-quiet" href={mail}>
            Email
          </a>
        )}
      </p>
      {missing.length > 0 && <p className="muted">Still to ask: {missing.join(', ')}</p>}
    </header>
  );
}

export function mailLink(email: string, reference: string): string | null {
  return email
    ? `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Your reference ${reference}`)}`
    : null;
}
