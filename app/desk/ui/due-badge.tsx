import { soonMs, span } from './times.ts';

type Row = { status: string; dueAt: number | null; targetAt: number | null };

/** How long is left of our own target or of the promise, or which of them has passed; what became of it where it is answered. */
export function DueBadge({ row, now }: { row: Row; now: number }) {
  const [text, tone] = stateOf(row, now);
  return <span className={tone ? `badge badge-${tone}` : 'badge'}>{text}</span>;
}

function stateOf({ status, dueAt, targetAt }: Row, now: number): [text: string, tone: 'good' | 'soon' | 'new' | 'late' | null] {
  if (status === 'contacted') return ['Contacted', 'good'];
  if (status === 'closed') return ['Closed', null];
  if (status === 'quarantine') return ['In quarantine', 'soon'];
  if (dueAt === null) return ['New', 'new'];
  if (dueAt < now) return [`Promise broken ${span(now - dueAt)} ago`, 'late'];
  if (targetAt !== null && targetAt < now) return [`Target missed, due in ${span(dueAt - now)}`, 'soon'];
  const next = targetAt ?? dueAt;
  return [`${targetAt === null ? 'Due' : 'Target'} in ${span(next - now)}`, next - now < soonMs ? 'soon' : 'new'];
}
