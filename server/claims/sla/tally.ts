/**
 * How many response targets of one kind were met. `met`: there was contact in time. `missed`: there was not; `notContacted`: those of
 * them still without contact; `late`: those of these that are neither closed nor withdrawn, so that somebody waits. `open`: there is
 * still time. `withdrawn`: without contact in time, and withdrawn by the claimant in time. `closedWithout`: closed in time without
 * contact, as a claim sent twice is. Times to contact are milliseconds since the submission. Without contact the time counts as longer
 * than all others, and a figure that falls among those is 'not contacted'. `attempts`: the mean number of recorded attempts up to
 * contact, of those whose attempts were recorded. Null where there is nothing to count.
 */
export type Tally = Record<Figure, number> & {
  medianMs: number | 'not contacted' | null;
  ninetiethMs: number | 'not contacted' | null;
  attempts: number | null;
};

export const figures = ['total', 'met', 'missed', 'notContacted', 'late', 'open', 'withdrawn', 'closedWithout'] as const;

export type Figure = (typeof figures)[number];

/** What a tally reads of a submission. Times are milliseconds since 1970; `attempts`: those up to contact that were not undone. */
export type Counted = {
  createdAt: number;
  contactedAt: number | null;
  closedAt: number | null;
  withdrawnAt: number | null;
  attempts: number;
};

export type Count = Record<Figure, number> & { times: number[]; attempts: number; attempted: number };

export function newCount(): Count {
  const none = Object.fromEntries(figures.map((figure) => [figure, 0])) as Record<Figure, number>;
  return { ...none, times: [], attempts: 0, attempted: 0 };
}

/** The figures in which a submission is counted, by a target that it had. */
export function figuresOf({ contactedAt, closedAt, withdrawnAt }: Counted, dueAt: number, now: number): Figure[] {
  const isMet = contactedAt !== null && contactedAt <= dueAt;
  if (isMet) return ['total', 'met'];
  if (withdrawnAt !== null && withdrawnAt <= dueAt) return ['total', 'withdrawn'];
  if (contactedAt === null && closedAt !== null && closedAt <= dueAt) return ['total', 'closedWithout'];
  if (contactedAt === null && closedAt === null && now <= dueAt) return ['total', 'open'];
  if (contactedAt !== null) return ['total', 'missed'];
  const isLate = closedAt === null && withdrawnAt === null;
  return isLate ? ['total', 'missed', 'notContacted', 'late'] : ['total', 'missed', 'notContacted'];
}

export function add(count: Count, row: Counted, dueAt: number, now: number): void {
  const found = figuresOf(row, dueAt, now);
  for (const figure of found) count[figure] += 1;
  if (row.contactedAt === null || found.includes('withdrawn')) return;
  count.times.push(row.contactedAt - row.createdAt);
  if (row.attempts === 0) return;
  count.attempts += row.attempts;
  count.attempted += 1;
}

export function tallyOf({ times, attempts, attempted, ...counts }: Count): Tally {
  const sorted = times.toSorted((a, b) => a - b);
  const all = sorted.length + counts.notContacted;
  const at = (share: number) => (all === 0 ? null : (sorted[Math.ceil(all * share) - 1] ?? 'not contacted'));
  return { ...counts, medianMs: at(0.5), ninetiethMs: at(0.9), attempts: attempted === 0 ? null : attempts / attempted };
}
