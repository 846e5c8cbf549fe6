import { shortLondonMoment } from '#forms/london-day.ts';
import type { NextStepView } from '#server/claims/view/next-step-view.ts';
import type { InboxRow } from '#server/claims/view/submission-reader.ts';
import type { NextKind, Outcome } from '#server/core/database/claim-tables.ts';

export const kindTexts: Record<NextKind, string> = {
  'first call': 'First call',
  'call back': 'Call back',
  'try again': 'Try again',
  chase: 'Follow up',
  decide: 'Decide',
};

export const outcomeTexts: Record<Outcome, string> = {
  spoke: 'Spoke to the claimant',
  'no-answer': 'No answer',
  'left-message': 'Left a message',
  'wrong-number': 'Wrong number',
  'not-for-us': 'Not for us',
  done: 'Done',
};

/** Such as "Next: call back Thu, 26 Nov 2026, 10:00 (Olu Adeyemi)." */
export function nextStepText({ kind, at, by }: NextStepView): string {
  return `Next: ${kindTexts[kind].toLowerCase()} ${shortLondonMoment(at)}${by ? ` (${by.name})` : ''}.`;
}

/** The next step in a row of a list, who is calling at this moment, and how often it was tried. */
export function NextStep({ row: { next, needsReply, attemptCount }, now }: { row: InboxRow; now: number }) {
  const reply = needsReply && <span className="badge badge-new">Reply</span>;
  if (!next) return reply;
  const isCalled = next.calling !== null && next.calling.until > now;
  return (
    <>
      {isCalled && <span className="badge badge-soon">{next.calling?.name} is calling</span>} {reply}{' '}
      {next.kind !== 'first call' && (
        <span className={next.at <= now ? 'badge badge-soon' : 'badge'}>
          {kindTexts[next.kind]} {shortLondonMoment(next.at)}
        </span>
      )}{' '}
      {attemptCount > 0 && <span className="badge">{attemptCount === 1 ? 'Tried once' : `Tried ${attemptCount} times`}</span>}
    </>
  );
}
