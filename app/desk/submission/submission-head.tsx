import { Link } from 'react-router';
import type { SubmissionView } from '#server/desk/submission-view.ts';
import { DueBadge } from '../look/due-badge.tsx';
import { ago, londonMoment } from '../look/times.ts';
import { callLink, mailLink, whatsappLink } from './contact-links.ts';

/** Who it is, until when they have to be called, and the three ways to do it. */
export function SubmissionHead({ view, now }: { view: SubmissionView; now: number }) {
  const { sender, reference, form, createdAt, dueAt, targetAt, summary } = view;
  const call = callLink(sender.phone);
  const whatsapp = whatsappLink(sender.phone);
  const mail = mailLink(sender.email, reference);
  return (
    <header className="sheet-head">
      <p className="not-printed">
        <Link to="/desk">Inbox</Link>
      </p>
      <h1>
        <bdi>{sender.name || 'No name given'}</bdi>
      </h1>
      <p className="row">
        <DueBadge row={view} now={now} />
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
      <p className="quiet">
        Came {londonMoment(createdAt)} ({ago(now - createdAt)}){dueAt !== null && `. Contact promised by ${londonMoment(dueAt)}.`}
        {targetAt !== null && ` Our own target: ${londonMoment(targetAt)}.`}
      </p>
      <p className="contact-ways not-printed">
        {call && (
          <a className="button button-now" href={call}>
            Call {sender.phone}
          </a>
        )}
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
    </header>
  );
}
