import { day, hour, minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { lockNamesUntilCommit, readSharedNow } from '#server/core/database/engine.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { CanaryStep } from '#server/core/database/operation-tables.ts';
import type { Tx } from '#server/core/database/schema.ts';

/** A run begins this long after the one before, by whichever instance. */
const everyMs = 5 * minute;

/** For how long runs are stored. */
const retentionMs = day;

/** The most that are stored. */
export const maxRuns = retentionMs / everyMs;

/** The kind of the job that is the part of a run after the store. */
export const canaryKind = 'canary';

/** Where a run failed, and why. */
export type CanaryFailure = { step: CanaryStep; detail: string };

type Result = { begun_at: number; failed_step: CanaryStep | null };

/**
 * Whether owners must be notified of the last of these runs, the newest first: it is the second in a row that failed, and they were not notified of
 * its step since a run succeeded, or within the hour. So a step that fails on and off is one notification.
 */
export function mustNotify(runs: Result[]): boolean {
  const [last] = runs;
  if (!last || !isSecondFailure(runs, 0)) return false;
  const succeeded = runs.findIndex(({ failed_step }) => failed_step === null);
  const isRecent = ({ begun_at }: Result, index: number) =>
    succeeded < 0 || index < succeeded || last.begun_at - begun_at <= hour;
  return !runs.some(
    (run, index) => index > 0 && run.failed_step === last.failed_step && isSecondFailure(runs, index) && isRecent(run, index),
  );
}

function isSecondFailure(runs: Result[], index: number): boolean {
  return Boolean(runs[index]?.failed_step && runs[index + 1]?.failed_step);
}

/** Begins a run; null where none is due. What ended a day ago is removed. */
export function beginRun(app: App): Promise<string | null> {
  return app.db.write(async (tx) => {
    await lockNamesUntilCommit(tx, ['canary']);
    const at = await readSharedNow(tx, app.now());
    // A time in the future is of a clock that was ahead.
    await tx
      .deleteFrom('canary_runs')
      .where((where) => where.or([where('begun_at', '<', at - retentionMs), where('begun_at', '>', at)]))
      .execute();
    const last = await tx.selectFrom('canary_runs').select('begun_at').orderBy('begun_at', 'desc').executeTakeFirst();
    if (last && at - last.begun_at < everyMs) return null;
    await tx
      .deleteFrom('jobs')
      .where('kind', '=', canaryKind)
      .where('created_at', '<', at - everyMs)
      .execute();
    const id = makeId(at);
    await tx.insertInto('canary_runs').values({ id, begun_at: at }).execute();
    return id;
  });
}

/** Notes that a run got so far; false where it did before, or has ended. */
export async function noteIn(
  app: App,
  tx: Tx,
  id: string,
  passed: 'stored_at' | 'taken_at' | 'sent_at' | 'arrived_at',
): Promise<boolean> {
  const at = await readSharedNow(tx, app.now());
  const { numUpdatedRows } = await tx
    .updateTable('canary_runs')
    .set({ [passed]: at })
    .where('id', '=', id)
    .where(passed, 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes why a run will go no further. */
export function noteWhy(app: App, id: string, detail: string): Promise<unknown> {
  return app.db.write((tx) => tx.updateTable('canary_runs').set({ detail }).where('id', '=', id).execute());
}

export function findRun(app: App, id: string) {
  return app.db.read((db) => db.selectFrom('canary_runs').selectAll().where('id', '=', id).executeTakeFirst());
}

export function endRun(app: App, id: string, failure: CanaryFailure | null): Promise<unknown> {
  return app.db.write(async (tx) => {
    const ended = {
      ended_at: await readSharedNow(tx, app.now()),
      failed_step: failure?.step ?? null,
      detail: failure?.detail ?? null,
    };
    await tx.updateTable('canary_runs').set(ended).where('id', '=', id).execute();
  });
}

/** The last runs that ended, the newest first. One that was interrupted, as by a restart, says nothing. */
export function lastRuns(app: App, count: number) {
  return app.db.read((db) =>
    db.selectFrom('canary_runs').selectAll().where('ended_at', 'is not', null).orderBy('begun_at', 'desc').limit(count).execute(),
  );
}
