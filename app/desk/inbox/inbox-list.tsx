import { Link } from 'react-router';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { EmailState, InboxRow } from '#server/claims/view/submission-reader.ts';
import { NextStep } from '../claims/next-step.tsx';
import { CompletenessBadge, DueBadge } from '../due-badge.tsx';
import { useStillRows, WaitingRows } from '../still-rows.tsx';
import { ago } from '../times.ts';
import { useArrowKeys } from '../use-arrow-keys.ts';

const emailTexts: Record<EmailState, string> = {
  none: 'No email',
  waiting: 'Email waiting',
  sent: 'Email sent',
  failed: 'Email failed',
};

/** A list of submissions: each row is one link. Arrow keys, Home and End move the focus from row to row. */
export function InboxList({ rows: newest, now, label }: { rows: InboxRow[]; now: number; label: string }) {
  const { rows, ...still } = useStillRows(newest);
  const list = useArrowKeys<HTMLOListElement>('a.inbox-row-name');
  return (
    <div {...still.hold}>
      <ol className="card list inbox-list" ref={list} aria-label={label}>
        {rows.map((row) => (
          <Row key={row.id} row={row} now={now} />
        ))}
      </ol>
      <WaitingRows still={still} />
    </div>
  );
}

function Row({ row, now }: { row: InboxRow; now: number }) {
  const { id, reference, form, name, summary, createdAt, emailState, assignedTo, isUpdated, isWithdrawn, isUrgent } = row;
  const { completeness, phone } = row;
  return (
    <li data-reference={reference}>
      <span className="inbox-row-due">
        {isUrgent && <span className="badge badge-late">Urgent</span>}{' '}
        {isWithdrawn ? <span className="badge">Withdrawn</span> : <DueBadge row={row} now={now} />}{' '}
        <CompletenessBadge completeness={completeness} />{' '}
        {isUpdated && <span className="badge badge-new">New from the claimant</span>} <NextStep row={row} now={now} />
      </span>
      <Link to={`/desk/submissions/${id}`} className="inbox-row-name row-link" prefetch="none">
        <bdi>{name || 'No name given'}</bdi>
      </Link>
      <span className="inbox-row-summary">
        <bdi>{[summary, phone].filter(Boolean).join(' · ')}</bdi>
      </span>
      <span className="inbox-row-facts">
        <span className="inbox-row-fact">
          <span>{reference}</span> <span>{form}</span>
        </span>
        <span className="inbox-row-fact">
          <time dateTime={new Date(createdAt).toISOString()} title={shortLondonMoment(createdAt)}>
            {ago(now - createdAt)}
          </time>{' '}
          {assignedTo && <span>{assignedTo.name}</span>}
        </span>
        <span className={emailState === 'failed' ? 'inbox-row-email badge badge-late' : `inbox-row-email-${emailState}`}>
          {emailTexts[emailState]}
        </span>
      </span>
    </li>
  );
}
