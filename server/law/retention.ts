import { setImmediate } from 'node:timers/promises';
import { retention as days } from '#content/retention-periods.ts';
import { day, hour } from '#forms/durations.ts';
import { nextNight } from '#forms/london-time.ts';
import type { App } from '#server/core/app.ts';
import {
  defineJob,
  done,
  type JobResult,
  type LeasedJob,
  type Run,
  unconfirmed,
  unconfirmedOutcome,
} from '#server/core/jobs/define-job.ts';
import { recurring, setPayload } from '#server/core/jobs/queue.ts';
import { erase } from './erase.ts';
import {
  count,
  countKeptPastTime,
  deleteDoneActions,
  deleteEmailAttempts,
  type Expired,
  eraseStaffRecords,
  expiredSubmissions,
} from './expired-records.ts';
import { purge } from './purge.ts';
import { removeReplacedStores } from './replaced-stores.ts';
import { judgeRun, overdueBefore, type Remembered, readClock } from './retention-guard.ts';

const kind = 'retention';
const batchSize = 20;

const retryAfterMs = hour;

const lateAfterMs = 36 * hour;

export type RetentionState = {
  ranAt: number | null;
  succeededAt: number | null;
  /** The result of the last run. */
  message: string | null;
  /** Erasing has not succeeded for a day and a half, so there may still be data that is past its retention period. */
  isLate: boolean;
  /** What a person has to confirm before anything is erased; null where it does not wait for that. */
  question: string | null;
};

const actor = { id: null, name: 'Retention' };

/** Erases every night, on one instance, what is past its retention period. */
export const retentionJob = defineJob({
  kind,
  title: 'Erasing expired data',
  next: nextNight,
  retry: (_job, at) => at + retryAfterMs,
  handle: eraseExpired,
  onSettled: ({ attempts }, { kind: settled, attempt }, _isHeld, app) => {
    if (settled === 'waits' && attempt?.outcome === 'error' && attempts === 1)
      app.log.error('job failed', { job: kind, error: attempt.detail });
    void app.checkAlarms();
  },
});

async function eraseExpired(job: LeasedJob, run: Run, app: App): Promise<JobResult> {
  const { db: database, audit, log } = app;
  const at = await readClock(database, app.now());
  const reasons = await expiredSubmissions(database, days, at);
  const remembered: Remembered = JSON.parse(job.payload ?? '{}');
  // Anybody can send spam: how much of it goes at once is not asked about.
  const judged = reasons.filter(({ isQuarantine }) => !isQuarantine);
  const before = overdueBefore(remembered);
  const overdue = before === null ? 0 : await countExpired(app, await expiredSubmissions(database, days, before));
  const { question, expired } = await judgeRun(database, { at, remembered, expired: await countExpired(app, judged), overdue });
  if (question !== null) {
    // What members of staff erased is cleared all the same.
    await purge(app, 'at night');
    await remember(app, { ...remembered, asked: expired });
    return unconfirmed(question);
  }
  let erased = 0;
  for (const one of reasons) erased += await eraseAll(app, run, one);
  await eraseStaffRecords(app, actor, at - days.staffRecords * day);
  await deleteEmailAttempts(database, at - days.emailAttempts * day);
  await deleteDoneActions(database, at);
  await removeReplacedStores(app.env.dataDir, at);
  await purge(app, 'at night');
  await audit.record({ actor, action: 'retention ran', details: { erased } });
  await remember(app, { ranAt: at });
  if (erased > 0) log.info('retention', { erased });
  const kept = await countKeptPastTime(database, days, at);
  return done(
    `${erased} erased.${kept > 0 ? ` ${kept} past their retention period stay: open claims until they are closed, and those kept longer for somebody who was hurt until that is taken back.` : ''}`,
  );
}

function remember(app: App, remembered: Remembered): Promise<unknown> {
  return setPayload(app, kind, JSON.stringify(remembered));
}

async function countExpired({ db }: App, reasons: Expired[]): Promise<number> {
  const counts = await db.read((tx) => Promise.all(reasons.map(({ rows }) => count(rows(tx)))));
  return counts.reduce((sum, one) => sum + one, 0);
}

/** Erases submissions until none is left that can be erased. */
async function eraseAll(app: App, run: Run, { reason, rows }: Expired): Promise<number> {
  for (let total = 0; ; ) {
    const batch = await app.db.read((db) => rows(db).select('id').limit(batchSize).execute());
    const ids = batch.map(({ id }) => id);
    const { erased } = ids.length > 0 ? await erase(app, actor, ids, reason) : { erased: [] };
    total += erased.length;
    if (erased.length === 0) return total;
    await run.renewLease();
    run.signal.throwIfAborted();
    await setImmediate();
  }
}

export async function retentionState(app: App): Promise<RetentionState> {
  const last = await recurring(app, kind);
  const succeededAt = last?.last_success_at ?? null;
  const detail = last?.last_detail ?? null;
  const message = last?.last_outcome === 'error' ? `It failed: ${detail}` : detail;
  const isLate = app.now() - (succeededAt ?? app.startedAt) > lateAfterMs || (succeededAt === null && message !== null);
  const question = last?.last_outcome === unconfirmedOutcome ? detail : null;
  return { ranAt: last?.last_run_at ?? null, succeededAt, message, isLate, question };
}
