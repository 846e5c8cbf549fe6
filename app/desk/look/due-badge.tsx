import { soonMs, span } from './times.ts';

type Due = { status: string; dueAt: number | null; isTarget: boolean };

/** How long is left of the promise or of our own aim, or that it has passed; what became of it where it is answered. */
export function DueBadge({ row, now }: { row: Due; now: number }) {
  const { status, dueAt, isTarget } = row;
  if (status === 'contacted') return <span className="badge badge-good">Contacted</span>;
  if (status === 'closed') return <span className="badge">Closed</span>;
  if (status === 'quarantine') return <span className="badge badge-soon">In quarantine</span>;
  if (dueAt === null) return <span className="badge badge-new">New</span>;
  const left = dueAt - now;
  const what = isTarget ? 'Target' : 'Due';
  if (left < 0)
    return <span className="badge badge-late">{isTarget ? `Target missed by ${span(left)}` : `Overdue by ${span(left)}`}</span>;
  return <span className={`badge ${left < soonMs ? 'badge-soon' : 'badge-new'}`}>{`${what} in ${span(left)}`}</span>;
}
