import { setImmediate } from 'node:timers/promises';
import { londonDate, londonMidnight } from '#forms/london-day.ts';
import type { PromiseRow, PromiseStore } from './sla-store.ts';

const weeksShown = 26;
const pageSize = 1_000;

/**
 * How many response times of one kind were met. `kept`: contact came in time. `broken`: it did not; `notContacted`: of these, those
 * without contact until now. `open`: there is still time. `withdrawn`: closed in time without contact, as a claim sent twice is.
 * Times to contact are milliseconds from when it came. Whoever was not contacted waited longer than all others: where the figure
 * falls among them it is 'not contacted'. Null where there is nothing to count.
 */
export type Tally = {
  promised: number;
  kept: number;
  broken: number;
  open: number;
  withdrawn: number;
  notContacted: number;
  medianMs: number | 'not contacted' | null;
  ninetiethMs: number | 'not contacted' | null;
};

/** A week's submissions by when they came, against the promise, and against our own aim for those who have one. */
export type ResponseWeek = Week & { promise: Tally; target: Tally };

/** How soon claimants were contacted in each of the last 26 weeks, newest first. */
export async function readResponseReport(store: PromiseStore, now: number): Promise<ResponseWeek[]> {
  const weeks = lastWeeks(now, weeksShown).map((week) => ({ ...week, promise: newCount(), target: newCount() }));
  let index = 0;
  for (let after: PromiseRow | null = null; ; ) {
    const page: PromiseRow[] = await store.page(weeks[0]?.from ?? now, after, pageSize);
    for (const row of page) {
      while (row.createdAt >= (weeks[index]?.until ?? Number.POSITIVE_INFINITY)) index += 1;
      const week = weeks[index];
      if (week) add(week.promise, row, row.dueAt, now);
      if (week && row.targetAt !== null) add(week.target, row, row.targetAt, now);
    }
    if (page.length < pageSize) break;
    after = page.at(-1) ?? null;
    await setImmediate();
  }
  return weeks.map((week) => ({ ...week, promise: tallyOf(week.promise), target: tallyOf(week.target) })).toReversed();
}

type Count = Pick<Tally, 'kept' | 'broken' | 'open' | 'withdrawn' | 'notContacted'> & { times: number[] };

function newCount(): Count {
  return { kept: 0, broken: 0, open: 0, withdrawn: 0, notContacted: 0, times: [] };
}

function add(count: Count, row: PromiseRow, by: number, now: number): void {
  const { createdAt, contactedAt, closedAt } = row;
  if (contactedAt !== null) count.times.push(contactedAt - createdAt);
  if (contactedAt !== null && contactedAt <= by) count.kept += 1;
  else if (contactedAt === null && closedAt !== null && closedAt <= by) count.withdrawn += 1;
  else if (contactedAt === null && closedAt === null && now <= by) count.open += 1;
  else {
    count.broken += 1;
    if (contactedAt === null) count.notContacted += 1;
  }
}

function tallyOf({ times, ...counts }: Count): Tally {
  const sorted = times.toSorted((a, b) => a - b);
  const all = sorted.length + counts.notContacted;
  const at = (share: number) => (all === 0 ? null : (sorted[Math.ceil(all * share) - 1] ?? 'not contacted'));
  const promised = counts.kept + counts.broken + counts.open + counts.withdrawn;
  return { promised, ...counts, medianMs: at(0.5), ninetiethMs: at(0.9) };
}

const day = 24 * 3_600_000;

/** A week of the calendar in London, from Monday midnight to Monday midnight. `name` is as in ISO 8601: 2026-W47. */
export type Week = { name: string; from: number; until: number };

/** The weeks up to the one that this moment is in, oldest first. */
export function lastWeeks(now: number, count: number): Week[] {
  const today = londonDate(now);
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * day;
  return Array.from({ length: count }, (_, index) => {
    const start = monday - (count - 1 - index) * 7 * day;
    return { name: isoName(start), from: londonMidnight(start), until: londonMidnight(start + 7 * day) };
  });
}

/** The week belongs to the year that its Thursday is in. */
function isoName(monday: number): string {
  const thursday = new Date(monday + 3 * day);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / day / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
