import type { Completeness } from '#forms/continuation.ts';
import { soonMs, span } from './times.ts';

type Row = { status: string; dueAt: number | null; ownTargetAt: number | null };

/** The time left until our own target or the SLA, or which of them has passed; the status where it was answered. */
export function DueBadge({ row, now }: { row: Row; now: number }) {
  const [text, tone] = stateOf(row, now);
  return <span className={tone ? `badge badge-${tone}` : 'badge'}>{text}</span>;
}

function stateOf(
  { status, dueAt, ownTargetAt }: Row,
  now: number,
): [text: string, tone: 'good' | 'soon' | 'new' | 'late' | null] {
  if (status === 'contacted') return ['Contacted', 'good'];
  if (status === 'closed') return ['Closed', null];
  if (status === 'quarantine') return ['In quarantine', 'soon'];
  if (dueAt === null && ownTargetAt === null) return ['New', 'new'];
  if (dueAt === null) return ownTarget(ownTargetAt ?? now, now);
  if (dueAt < now) return [`Late by ${span(now - dueAt)}`, 'late'];
  if (ownTargetAt !== null && ownTargetAt < now) return [`Target missed, due in ${span(dueAt - now)}`, 'soon'];
  const next = ownTargetAt ?? dueAt;
  return [`${ownTargetAt === null ? 'Due' : 'Target'} in ${span(next - now)}`, next - now < soonMs ? 'soon' : 'new'];
}

/** Of a form whose sender was promised no time. */
function ownTarget(at: number, now: number): [text: string, tone: 'new' | 'soon'] {
  return at < now ? ['Target missed', 'soon'] : [`Target in ${span(at - now)}`, at - now < soonMs ? 'soon' : 'new'];
}

/** How complete a claim that was begun at the roadside is. */
export function CompletenessBadge({ completeness }: { completeness: Completeness | null }) {
  if (completeness === null) return null;
  const { given, of } = completeness;
  return given === of ? (
    <span className="badge badge-good">Complete</span>
  ) : (
    <span className="badge">
      {given} of {of} answers
    </span>
  );
}
