import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { day } from '#forms/durations.ts';
import { londonDate, londonMidnight } from '#forms/london-day.ts';
import type { Database } from '#server/database/database.ts';
import { indexedBy } from '#server/database/engine.ts';

const weeksShown = 26;
const pageSize = 1_000;

/**
 * How many response targets of one kind were met. `met`: there was contact in time. `missed`: there was not; `notContacted`: those of
 * them still without contact. `open`: there is still time. `withdrawn`: without contact in time, and withdrawn by the claimant in
 * time. `closedWithout`: closed in time without contact, as a claim sent twice is. Times to contact are milliseconds since the submission. Without
 * contact the time counts as longer than all others, and a figure that falls among those is 'not contacted'. Null where there is
 * nothing to count.
 */
export type Tally = {
  total: number;
  met: number;
  missed: number;
  open: number;
  withdrawn: number;
  closedWithout: number;
  notContacted: number;
  medianMs: number | 'not contacted' | null;
  ninetiethMs: number | 'not contacted' | null;
};

/** The submissions that came in a week, by the target that visitors are told (`sla`), and by our own for those who have one. */
export type ResponseWeek = Week & { sla: Tally; ownTarget: Tally };

/** How soon claimants were contacted in each of the last 26 weeks, newest first. */
export async function readSlaReport(database: Database, now: number): Promise<ResponseWeek[]> {
  const weeks = lastWeeks(now, weeksShown).map((week) => ({ ...week, sla: newCount(), ownTarget: newCount() }));
  let index = 0;
  for (let after: ReportRow | null = null; ; ) {
    const page: ReportRow[] = await readPage(database, weeks[0]?.from ?? now, after, pageSize);
    for (const row of page) {
      while (row.createdAt >= (weeks[index]?.until ?? Number.POSITIVE_INFINITY)) index += 1;
      const week = weeks[index];
      if (week) add(week.sla, row, row.dueAt, now);
      if (week && row.ownTargetAt !== null) add(week.ownTarget, row, row.ownTargetAt, now);
    }
    if (page.length < pageSize) break;
    after = page.at(-1) ?? null;
    await setImmediate();
  }
  return weeks.map((week) => ({ ...week, sla: tallyOf(week.sla), ownTarget: tallyOf(week.ownTarget) })).toReversed();
}

type ReportRow = {
  id: string;
  createdAt: number;
  dueAt: number;
  ownTargetAt: number | null;
  contactedAt: number | null;
  closedAt: number | null;
  withdrawnAt: number | null;
};

/** The next page of submissions with a response target that came since a time, oldest first. */
async function readPage({ db, engine }: Database, since: number, after: ReportRow | null, limit: number): Promise<ReportRow[]> {
  const from = after ?? { createdAt: since, id: '' };
  const { rows } = await sql<ReportRow>`
    select id, created_at as "createdAt", due_at as "dueAt", target_at as "ownTargetAt", contacted_at as "contactedAt",
      closed_at as "closedAt", withdrawn_at as "withdrawnAt"
    from form_submissions ${indexedBy(engine, 'form_submissions_sla_report')}
    where due_at is not null and quarantined_at is null
      and created_at >= ${from.createdAt} and (created_at > ${from.createdAt} or id > ${from.id})
    order by created_at, id limit ${limit}`.execute(db);
  return rows;
}

type Count = Pick<Tally, 'met' | 'missed' | 'open' | 'withdrawn' | 'closedWithout' | 'notContacted'> & { times: number[] };

function newCount(): Count {
  return { met: 0, missed: 0, open: 0, withdrawn: 0, closedWithout: 0, notContacted: 0, times: [] };
}

function add(count: Count, row: ReportRow, dueAt: number, now: number): void {
  const { createdAt, contactedAt, closedAt, withdrawnAt } = row;
  const isMet = contactedAt !== null && contactedAt <= dueAt;
  const isWithdrawn = withdrawnAt !== null && withdrawnAt <= dueAt;
  const isClosed = contactedAt === null && closedAt !== null && closedAt <= dueAt;
  if (!isMet && (isWithdrawn || isClosed)) {
    count[isWithdrawn ? 'withdrawn' : 'closedWithout'] += 1;
    return;
  }
  if (contactedAt !== null) count.times.push(contactedAt - createdAt);
  if (isMet) count.met += 1;
  else if (contactedAt === null && closedAt === null && now <= dueAt) count.open += 1;
  else {
    count.missed += 1;
    if (contactedAt === null) count.notContacted += 1;
  }
}

function tallyOf({ times, ...counts }: Count): Tally {
  const sorted = times.toSorted((a, b) => a - b);
  const all = sorted.length + counts.notContacted;
  const at = (share: number) => (all === 0 ? null : (sorted[Math.ceil(all * share) - 1] ?? 'not contacted'));
  const total = counts.met + counts.missed + counts.open + counts.withdrawn + counts.closedWithout;
  return { total, ...counts, medianMs: at(0.5), ninetiethMs: at(0.9) };
}

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

/** The name of a week. It belongs to the year of its Thursday. */
function isoName(monday: number): string {
  const thursday = new Date(monday + 3 * day);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / day / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
