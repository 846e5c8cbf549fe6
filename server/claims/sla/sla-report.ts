import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { minute } from '#forms/durations.ts';
import type { Database } from '#server/core/database/database.ts';
import { indexedBy } from '#server/core/database/engine.ts';
import { createLondonHours, lastWeeks, type Week } from './london-weeks.ts';
import { ownTargetLength } from './response-targets.ts';
import { add, type Count, type Counted, type Figure, figuresOf, newCount, type Tally, tallyOf } from './tally.ts';

const weeksShown = 26;
const pageSize = 5_000;

/** The most claims that are named of those that are late. */
const lateLimit = 20;

/** By what the submissions of a report are grouped. The hour is that in London at which they came. */
export const groupings = ['week', 'handler', 'hour', 'form'] as const;

export type Grouping = (typeof groupings)[number];

/**
 * A response target: the one that visitors are told, or one of our own by its length, so that each is judged by itself. `groups`: in the
 * order of weeks, newest first, or of hours; others by their size. A key is the name of a week, the id of a member of staff or `nobody`,
 * an hour, or the name of a form.
 */
export type TargetReport = {
  id: 'promise' | `own-${number}`;
  minutes: number | null;
  all: Tally;
  groups: { key: string; from: number | null; tally: Tally }[];
};

export type LateClaim = { id: string; target: TargetReport['id']; dueAt: number };

type SlaReport = { weeks: Week[]; targets: TargetReport[]; late: LateClaim[]; lateCount: number };

/** Which submissions of a report: those of one figure, of one group or of all, in pages of `limit`, of which the first is 1. */
export type ReportChoice = { target: string; figure: Figure; by: Grouping; key: string | null; page: number; limit: number };

/** How soon people were contacted who wrote in the last 26 weeks, by each target; and who waits too long now, the longest first. */
export async function readSlaReport(database: Database, now: number, by: Grouping): Promise<SlaReport> {
  const weeks = lastWeeks(now, weeksShown);
  const keyOf = createKeys(weeks, by);
  const counts = new Map<TargetReport['id'], { all: Count; groups: Map<string, Count> }>();
  const late = new Map<string, LateClaim>();
  for await (const rows of reportRows(database, weeks[0]?.from ?? now))
    for (const row of rows)
      for (const { id, dueAt } of targetsOf(row)) {
        const count = counts.get(id) ?? { all: newCount(), groups: new Map<string, Count>() };
        counts.set(id, count);
        const key = keyOf(row);
        const group = count.groups.get(key) ?? newCount();
        count.groups.set(key, group);
        add(count.all, row, dueAt, now);
        add(group, row, dueAt, now);
        // The promise comes first of a row's targets, and is the one to name of a claim that is late for both.
        if (!late.has(row.id) && figuresOf(row, dueAt, now).includes('late')) late.set(row.id, { id: row.id, target: id, dueAt });
      }
  const order = (id: string) => (id === 'promise' ? 0 : Number(id.slice(4)));
  const targets = [...counts].toSorted(([a], [b]) => order(a) - order(b));
  return {
    weeks,
    targets: targets.map(([id, { all, groups }]) => ({
      id,
      minutes: id === 'promise' ? null : order(id),
      all: tallyOf(all),
      groups: inOrder(groups, weeks, by),
    })),
    late: [...late.values()].toSorted((a, b) => a.dueAt - b.dueAt).slice(0, lateLimit),
    lateCount: late.size,
  };
}

/** A page of the ids of the submissions behind a figure, newest first, and how many there are in all. Beyond the last page is the last. */
export async function readReportList(
  database: Database,
  now: number,
  { target, figure, by, key, page, limit }: ReportChoice,
): Promise<{ ids: string[]; total: number; page: number }> {
  const weeks = lastWeeks(now, weeksShown);
  const keyOf = createKeys(weeks, by);
  const ids: string[] = [];
  for await (const rows of reportRows(database, weeks[0]?.from ?? now))
    for (const row of rows) {
      if (key !== null && keyOf(row) !== key) continue;
      const found = targetsOf(row).find(({ id }) => id === target);
      if (found && figuresOf(row, found.dueAt, now).includes(figure)) ids.push(row.id);
    }
  const shown = Math.min(page, Math.max(1, Math.ceil(ids.length / limit)));
  return { ids: ids.toReversed().slice((shown - 1) * limit, shown * limit), total: ids.length, page: shown };
}

/** `createdAt`: when its sender wrote first, also by what was merged into it; `cameAt`: when it came itself. */
type ReportRow = Counted & {
  id: string;
  cameAt: number;
  form: string;
  dueAt: number | null;
  ownTargetAt: number | null;
  handler: string | null;
};

/** The submissions with a response target that came since a time, oldest first, in pages. */
async function* reportRows(database: Database, since: number): AsyncGenerator<ReportRow[]> {
  const firstOf = await readFirstOfMerged(database);
  for (let after: ReportRow | null = null; ; await setImmediate()) {
    const page: ReportRow[] = await readPage(database, after ?? { cameAt: since, id: '' });
    // The earlier of two targets counts for a claim that another one was merged into, and so does the time from which it ran.
    for (const row of page) row.createdAt = Math.min(row.cameAt, firstOf.get(row.id) ?? row.cameAt);
    yield page;
    if (page.length < pageSize) return;
    after = page.at(-1) ?? null;
  }
}

/** By the id of a claim: when the first came of what was merged into it. */
async function readFirstOfMerged({ read }: Database): Promise<Map<string, number>> {
  const merged = await read((db) =>
    db
      .selectFrom('form_submissions')
      .select(['merged_into', ({ fn }) => fn.min('created_at').as('first')])
      .where('merged_into', 'is not', null)
      .groupBy('merged_into')
      .execute(),
  );
  return new Map(merged.map((row) => [row.merged_into ?? '', Number(row.first)]));
}

async function readPage({ db, engine }: Database, from: { cameAt: number; id: string }): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select id, form_name as "form", created_at as "createdAt", created_at as "cameAt", due_at as "dueAt", target_at as "ownTargetAt",
      contacted_at as "contactedAt", closed_at as "closedAt", withdrawn_at as "withdrawnAt",
      coalesce(contacted_by, closed_by, assigned_to) as "handler",
      case when contacted_at is null or attempt_count = 0 then 0 else (
        select count(*) from contact_attempts ${indexedBy(engine, 'contact_attempts_by_time')}
        where contact_attempts.submission_id = form_submissions.id and undone_at is null
          and contact_attempts.at <= form_submissions.contacted_at) end as "attempts"
    from form_submissions ${indexedBy(engine, 'form_submissions_responses')}
    where quarantined_at is null and coalesce(due_at, target_at) is not null
      and created_at >= ${from.cameAt} and (created_at > ${from.cameAt} or id > ${from.id})
    order by created_at, id limit ${sql.lit(pageSize)}`.execute(db);
  return rows;
}

function targetsOf({ createdAt, dueAt, ownTargetAt }: ReportRow): { id: TargetReport['id']; dueAt: number }[] {
  return [
    ...(dueAt === null ? [] : [{ id: 'promise' as const, dueAt }]),
    ...(ownTargetAt === null
      ? []
      : [{ id: `own-${Math.round(ownTargetLength(createdAt, ownTargetAt) / minute)}` as const, dueAt: ownTargetAt }]),
  ];
}

/** Returns the group of each row. Rows come in the order of their time, so that weeks are gone through once. */
function createKeys(weeks: Week[], by: Grouping): (row: ReportRow) => string {
  const hourOf = createLondonHours();
  let index = 0;
  const weekOf = ({ cameAt }: ReportRow) => {
    while (index < weeks.length - 1 && cameAt >= (weeks[index]?.until ?? 0)) index += 1;
    return weeks[index]?.name ?? '';
  };
  const keys: Record<Grouping, (row: ReportRow) => string> = {
    week: weekOf,
    handler: ({ handler }) => handler ?? 'nobody',
    hour: ({ cameAt }) => String(hourOf(cameAt)),
    form: ({ form }) => form,
  };
  return keys[by];
}

function inOrder(groups: Map<string, Count>, weeks: Week[], by: Grouping): TargetReport['groups'] {
  const tallyIn = (key: string) => tallyOf(groups.get(key) ?? newCount());
  if (by === 'hour')
    return Array.from({ length: 24 }, (_, key) => ({ key: String(key), from: null, tally: tallyIn(String(key)) }));
  const all = [...groups].map(([key, count]) => ({ key, from: null, tally: tallyOf(count) }));
  if (by !== 'week') return all.toSorted((a, b) => b.tally.total - a.tally.total || a.key.localeCompare(b.key));
  return weeks.map(({ name, from }) => ({ key: name, from, tally: tallyIn(name) })).toReversed();
}
