import { Link } from 'react-router';
import type { InboxRow, MailState } from '#server/submissions/inbox/inbox.ts';
import { DueBadge } from '../ui/due-badge.tsx';
import { ago, londonMoment } from '../ui/times.ts';

const mailWords: Record<MailState, string> = {
  none: 'No letter',
  waiting: 'Letter waiting',
  sent: 'Letter sent',
  givenUp: 'Letter not delivered',
};

/** A submission in a line; the whole of it is the link. */
export function InboxRowLine({ row, now }: { row: InboxRow; now: number }) {
  const { id, reference, form, name, summary, createdAt, mail, assignedTo } = row;
  return (
    <li>
      <span className="inbox-row-due">
        <DueBadge row={row} now={now} />
      </span>
      <Link to={`/desk/submissions/${id}`} className="inbox-row-name" prefetch="none">
        <bdi>{name || 'No name given'}</bdi>
      </Link>
      <span className="inbox-row-summary">
        <bdi>{summary}</bdi>
      </span>
      <span className="inbox-row-facts">
        <span className="inbox-row-fact">
          <span>{reference}</span> <span>{form}</span>
        </span>
        <span className="inbox-row-fact">
          <time dateTime={new Date(createdAt).toISOString()} title={londonMoment(createdAt)}>
            {ago(now - createdAt)}
          </time>{' '}
          {assignedTo && <span>{assignedTo.name}</span>}
        </span>
        <span className={mail === 'givenUp' ? 'inbox-row-email badge badge-late' : `inbox-row-email-${mail}`}>
          {mailWords[mail]}
        </span>
      </span>
    </li>
  );
}
