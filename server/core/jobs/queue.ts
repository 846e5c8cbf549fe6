import { type Selectable, sql } from 'kysely';
import type { App } from '#server/core/app.ts';
import { insertRows, isOneOf, listed, lockRows, mayBeShared, sharedNow } from '#server/core/database/engine.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Schema, Tx } from '#server/core/database/schema.ts';
import type { JobKind, LeasedJob, Settlement } from './define-job.ts';
import { leasedColumns, leasedJob, leaseRows } from './lease-rows.ts';
import { type Interrupted, interruptedOutcome, storeInterrupted, storeSettlement } from './settlement.ts';

const processEnded = 'The process ended during the attempt.';
const leaseExpired = 'The lease expired: the process was killed or stood still during the attempt.';

/** More jobs than all instances together lease at once. */
const maxLeased = 500;

export type NewJob = {
  /** A new one unless given. */
  id?: string;
  kind: string;
  template?: string;
  subjectId?: string;
  recipient?: string | null;
  payload?: string;
  createdAt: number;
  /** The job is due after this time instead of at once. */
  delayMs?: number;
};

/** Stores jobs in the transaction of their cause; due at once, unless one has a delay. All of them must set the same properties. */
export async function enqueue(tx: Tx, jobs: NewJob[]): Promise<void> {
  const rows = jobs.map(({ id, kind, template, subjectId, recipient, payload, createdAt, delayMs = 0 }) => ({
    id: id ?? makeId(createdAt),
    kind,
    created_at: createdAt,
    run_at: sharedTime(tx, createdAt, delayMs),
    ...(template !== undefined && { template }),
    ...(subjectId !== undefined && { subject_id: subjectId }),
    ...(recipient !== undefined && { recipient }),
    ...(payload !== undefined && { payload }),
  }));
  await insertRows(tx, 'jobs', rows);
}

/** The time after another, by the clock that all instances share. */
export function sharedTime(tx: Tx, now: number, afterMs: number) {
  const shared = sharedNow(tx, now);
  return typeof shared === 'number' ? shared + afterMs : sql<number>`${shared} + ${afterMs}`;
}

/*
 * The durable queue. Times of a call are by the clock of this process; due times and leases are compared with the clock that all instances
 * share. A job has one holder at a time: the fencing token grows with each lease, and a holder with an old one cannot settle.
 */

/**
 * Leases up to `limit` due jobs of a kind to this process. Counts an attempt. A job whose lease has expired was attempted as
 * well: that is settled first, and the job leased only where it is due again at once.
 */
export function lease(app: App, jobKind: JobKind, limit: number): Promise<{ leased: LeasedJob[]; interrupted: Interrupted[] }> {
  const now = app.now();
  return app.db.write(async (tx) => {
    const shared = sharedNow(tx, now);
    const due = tx
      .selectFrom('jobs')
      .select([...leasedColumns, 'last_outcome', 'lease_until'])
      .where('kind', '=', jobKind.kind)
      .where('finished_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('run_at', '<=', shared)
      .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', shared)]))
      .$call((query) => jobKind.order.reduce((inTurn, least) => inTurn.orderBy(least), query))
      .orderBy('run_at')
      .limit(limit);
    // Processes lease at the same time, and each skips rows that another has locked.
    const rows = await lockRows(tx, due, 'for update skip locked').execute();
    const interrupted: Interrupted[] = [];
    for (const row of rows.filter(({ lease_until }) => lease_until !== null)) {
      const ended = { leased: leasedJob(row, now), lastOutcome: row.last_outcome, detail: leaseExpired };
      interrupted.push(await storeInterrupted(tx, jobKind, ended, now));
    }
    const later = new Set(interrupted.filter(({ isDueAtOnce }) => !isDueAtOnce).map(({ leased }) => leased.id));
    const ids = rows.map(({ id }) => id).filter((id) => !later.has(id));
    if (ids.length === 0) return { leased: [], interrupted };
    return { leased: await leaseRows(tx, jobKind, ids, now), interrupted };
  });
}

/** Extends a lease; false when another process has taken the job over. */
export function renew(app: App, job: LeasedJob, leaseMs: number): Promise<boolean> {
  const now = app.now();
  return app.db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ lease_until: sql`${sharedNow(tx, now)} + ${leaseMs}` })
      .where('id', '=', job.id)
      .where('fencing_token', '=', job.fencingToken)
      // A lease that another process found expired has ended.
      .where('lease_until', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) job.leaseUntil = now + leaseMs;
    return numUpdatedRows > 0n;
  });
}

/** Ends a lease with its result. Only with the newest fencing token; false when another process has taken over. */
export function settle(app: App, jobKind: JobKind, leased: LeasedJob, settlement: Settlement): Promise<boolean> {
  const now = app.now();
  return app.db.write((tx) => storeSettlement(tx, jobKind, leased, settlement, now));
}

/** The kinds, of these, of which a job is due that no process has leased. */
export function dueKinds(app: App, kinds: string[]): Promise<Set<string>> {
  const now = app.now();
  return app.db.read(async (db) => {
    const shared = sharedNow(db, now);
    const { rows } = await sql<{ kind: string }>`
      select kinds.value as kind from ${listed(db, kinds)} as kinds where exists (
        select 1 from jobs where kind = kinds.value and finished_at is null and failed_at is null
        and run_at <= ${shared} and (lease_until is null or lease_until <= ${shared}))`.execute(db);
    return new Set(rows.map(({ kind }) => kind));
  });
}

/** When the next job of each of these kinds falls due, by the clock of this process. */
export function nextRunAt(app: App, kinds: string[]): Promise<Map<string, number>> {
  const now = app.now();
  return app.db.read(async (db) => {
    const shared = sharedNow(db, now);
    const unsettled = sql`jobs where kind = kinds.value and finished_at is null and failed_at is null`;
    // Of leased jobs only those with the earliest times are read, because a hundred thousand may be due.
    const { rows } = await sql<{ kind: string; runIn: number | null; leasedFor: number | null }>`
      select kinds.value as kind,
        (select run_at from ${unsettled} and (lease_until is null or lease_until <= ${shared}) order by run_at limit 1)
          - ${shared} as "runIn",
        (select min(lease_until) from (select lease_until from ${unsettled} and run_at <= ${shared}
          order by run_at limit ${maxLeased}) as earliest where lease_until > ${shared}) - ${shared} as "leasedFor"
      from ${listed(db, kinds)} as kinds`.execute(db);
    const inMs = ({ runIn, leasedFor }: (typeof rows)[number]) =>
      Math.min(runIn ?? Number.POSITIVE_INFINITY, leasedFor ?? Number.POSITIVE_INFINITY);
    return new Map(rows.map((row) => [row.kind, now + inMs(row)] as const).filter(([, at]) => Number.isFinite(at)));
  });
}

/** Stores a row, due at once, for each kind of recurring work that has none. */
export function ensureRecurring(app: App, jobKinds: JobKind[], { isStart = false } = {}): Promise<void> {
  const now = app.now();
  return app.db.write(async (tx) => {
    const kinds = jobKinds.filter(({ next }) => next !== null).map(({ kind }) => kind);
    if (kinds.length === 0) return;
    const runAt = sharedNow(tx, now);
    await tx
      .insertInto('jobs')
      .values(kinds.map((kind) => ({ id: kind, kind, created_at: now, run_at: runAt })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const atStart = jobKinds.filter((jobKind) => isStart && jobKind.isDueAtStart).map(({ kind }) => kind);
    if (atStart.length > 0)
      await tx
        .updateTable('jobs')
        .set({ run_at: runAt })
        .where('id', 'in', atStart)
        // A job that was interrupted may be what ended the process, and is not made due at a start.
        .where((where) => where.or([where('last_outcome', 'is', null), where('last_outcome', '!=', interruptedOutcome)]))
        .execute();
  });
}

/**
 * Corrects times that were set while a clock was ahead: enqueued jobs become due, recurring work runs at its next time, and
 * no lease is longer than its kind has it.
 */
export function correctTimes(app: App, jobKinds: JobKind[]): Promise<void> {
  const now = app.now();
  return app.db.write(async (tx) => {
    const shared = sharedNow(tx, now);
    for (const { kind, next, maxWaitMs, leaseMs } of jobKinds) {
      const open = tx
        .updateTable('jobs')
        .where('kind', '=', kind)
        .where('finished_at', 'is', null)
        .where('failed_at', 'is', null);
      const nextInMs = next ? Math.round(next(now) - now) : 0;
      await open
        .set({ run_at: sql`${shared} + ${nextInMs}` })
        .where('run_at', '>', sql<number>`${shared} + ${next ? nextInMs : maxWaitMs}`)
        .execute();
      const leaseUntil = sql<number>`${shared} + ${leaseMs}`;
      await open.set({ lease_until: leaseUntil }).where('lease_until', '>', leaseUntil).execute();
    }
  });
}

/**
 * Settles the jobs that an earlier process was running when it ended, killed or crashed. Only on SQLite, where this is the only
 * process; on PostgreSQL their leases expire. Returns those of the given kinds.
 */
export function settleInterrupted(app: App, jobKinds: JobKind[]): Promise<Interrupted[]> {
  const now = app.now();
  return app.db.write(async (tx) => {
    if (mayBeShared(tx)) return [];
    const rows = await tx
      .selectFrom('jobs')
      .select([...leasedColumns, 'last_outcome'])
      // These two have an index: of a year's jobs only the open ones are read.
      .where('finished_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('lease_until', 'is not', null)
      .execute();
    const settled: Interrupted[] = [];
    for (const row of rows) {
      const jobKind = jobKinds.find(({ kind }) => kind === row.kind);
      if (!jobKind) continue;
      const ended = { leased: leasedJob(row, now), lastOutcome: row.last_outcome, detail: processEnded };
      settled.push(await storeInterrupted(tx, jobKind, ended, now));
    }
    const ids = rows.map(({ id }) => id);
    await tx
      .updateTable('jobs')
      .set({ lease_until: null })
      .where(isOneOf(tx, 'id', ids))
      .execute();
    return settled;
  });
}

/** The row of recurring work; null before it was first scheduled. */
export function recurring(app: App, kind: string): Promise<Selectable<Schema['jobs']> | null> {
  return app.db.read(async (db) => (await db.selectFrom('jobs').selectAll().where('id', '=', kind).executeTakeFirst()) ?? null);
}

/** Stores the progress of recurring work. */
export async function setPayload(app: App, kind: string, payload: string): Promise<void> {
  const now = app.now();
  await app.db.write((tx) =>
    tx
      .insertInto('jobs')
      .values({ id: kind, kind, payload, created_at: now, run_at: sharedNow(tx, now) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ payload }))
      .execute(),
  );
}
