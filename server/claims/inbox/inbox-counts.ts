import { type RawBuilder, sql } from 'kysely';
import { type App, perApp } from '#server/core/app.ts';
import type { Database, Engine } from '#server/core/database/database.ts';
import { emailIs } from '#server/mail/out/email-store.ts';
import { dueKey, indexedByList, type ListName, listCondition } from './inbox-query.ts';
import { liveUpdatesOf } from './live-updates.ts';

/** Never more than `countLimit`, so that a busy year costs no more than a quiet day. */
export type InboxCounts = {
  new: number;
  /** New submissions past the response target that visitors are told. */
  breached: number;
  /** New submissions past our own target and not past the other. */
  targetMissed: number;
  contacted: number;
  /** The claimant did something that nobody of the team has seen yet. */
  updated: number;
  quarantine: number;
  failedEmails: number;
};

const countLimit = 1_000;

/** One statement, because on PostgreSQL the way there and back takes longer than to count. */
export async function readCounts({ db: { db, engine } }: App, now: number): Promise<InboxCounts> {
  const list = (name: ListName) => sql`form_submissions ${indexedByList(engine, name)} where ${sql.raw(listCondition[name])}`;
  const { rows } = await sql<Omit<InboxCounts, 'targetMissed'> & { overdue: number }>`select
    ${countOf(list('new'))} as "new",
    ${countOf(breached(engine, now))} as "breached",
    ${countOf(sql`${list('due')} and ${dueKey} < ${now}`, 2 * countLimit)} as "overdue",
    ${countOf(list('contacted'))} as "contacted",
    ${countOf(list('updated'))} as "updated",
    ${countOf(list('quarantine'))} as "quarantine",
    ${countOf(sql`jobs where ${emailIs.failed}`)} as "failedEmails"`.execute(db);
  const { overdue = 0, ...counts } = rows[0] as (typeof rows)[0];
  // Our own target is the earlier one. So what is past either is past the other, or only past our own.
  return { ...counts, targetMissed: Math.min(countLimit, Math.max(0, overdue - counts.breached)) };
}

/** How long counts are shown again, where this process knows of no change: others write to the store too, and targets pass. */
const sharedMs = 500;

const sharedOf = perApp(() => ({ last: null as { at: number; change: number; counts: Promise<InboxCounts> } | null }));

/** Counts once for all who ask until the next change: after each, every open inbox of the instance asks at about the same time. */
export function sharedCounts(app: App, now: number): Promise<InboxCounts> {
  const shared = sharedOf(app);
  const change = liveUpdatesOf(app).changes();
  const { last } = shared;
  if (last && last.change === change && now >= last.at && now < last.at + sharedMs) return last.counts;
  const counted = { at: now, change, counts: readCounts(app, now) };
  shared.last = counted;
  counted.counts.catch(() => {
    if (shared.last === counted) shared.last = null;
  });
  return counted.counts;
}

/** How many submissions are past a target, our own or the one that visitors are told, counted up to a limit. */
export async function countOverdue({ db, engine }: Pick<Database, 'db' | 'engine'>, now: number, limit: number): Promise<number> {
  const due = sql`form_submissions ${indexedByList(engine, 'due')} where ${sql.raw(listCondition.due)} and ${dueKey} < ${now}`;
  const { rows } = await sql<{ count: number }>`select ${countOf(due, limit)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many submissions are past the response target that visitors are told, counted up to a limit. */
export async function countBreached(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  now: number,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${countOf(breached(engine, now), limit)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

function breached(engine: Engine, now: number): RawBuilder<unknown> {
  // The earlier of both targets is the key of the index, so that only what is past one of them is read.
  const due = sql`form_submissions ${indexedByList(engine, 'due')} where ${sql.raw(listCondition.due)}`;
  return sql`${due} and ${dueKey} < ${now} and due_at < ${now}`;
}

function countOf(from: RawBuilder<unknown>, limit = countLimit): RawBuilder<number> {
  return sql`(select count(*) from (select 1 from ${from} limit ${limit}) as limited)`;
}

/**
 * Somebody whose claims can be listed. `hasLeft`: the account was closed, and claims are still assigned to it. `awayUntil`: until when
 * they are away, which may be over; null where they are not.
 */
export type Assignee = { id: string; name: string; hasLeft: boolean; awayUntil: number | null };

/** Everybody with an account, and those who have left and to whom claims are still assigned. */
export async function readAssignees({ db: { db, engine } }: App): Promise<Assignee[]> {
  const { rows } = await sql<{ id: string; name: string; leftAt: number | null; away_until: number | null }>`
    select id, name, "leftAt", away_until from staff where "leftAt" is null or exists (
      select 1 from form_submissions ${indexedByList(engine, 'assigned')}
      where assigned_to = staff.id and ${sql.raw(listCondition.assigned)})
    order by name, id`.execute(db);
  return rows.map(({ id, name, leftAt, away_until: awayUntil }) => ({ id, name, hasLeft: leftAt !== null, awayUntil }));
}
