import { setImmediate } from 'node:timers/promises';
import { nextNight } from '#forms/london-time.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import type { Alarm } from '#server/email/email-health.ts';
import { defineJob, done, type Run } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { Log } from '#server/observability/log.ts';
import type { Erase } from './erase.ts';
import { createFindExpired, deleteEmailAttempts, eraseStaffRecords } from './expired-records.ts';
import type { Purge } from './purge.ts';

const hour = 3_600_000;
const day = 24 * hour;
const kind = 'retention';
const batchSize = 20;

const retryAfterMs = hour;

const lateAfterMs = 36 * hour;

/** Retention periods in days; content/retention-days.ts says of what. */
export type RetentionDays = {
  forms: Readonly<Record<string, number>>;
  other: number;
  notPursued: number;
  quarantine: number;
  staffRecords: number;
  emailAttempts: number;
};

export type RetentionState = {
  ranAt: number | null;
  succeededAt: number | null;
  /** The result of the last run. */
  message: string | null;
  /** Erasing has not succeeded for a day and a half, so there may still be data that is past its time. */
  isLate: boolean;
};

const actor = { id: null, name: 'Retention' };

/** Erases every night, on one instance, what is past its retention period. */
export function createRetention(services: {
  database: Database;
  queue: JobQueue;
  erase: Erase;
  purge: Purge;
  audit: Audit;
  log: Log;
  now: () => number;
  mailFolder: string | null;
  days: RetentionDays;
  onSettled: () => void;
}) {
  const { database, queue, erase, audit, log, now, days } = services;
  const find = createFindExpired(database);
  const startedAt = now();
  const before = (kept: number) => now() - kept * day;

  const jobKind = defineJob({
    kind,
    title: 'Erasing what is past its time',
    next: nextNight,
    retry: (_job, at) => at + retryAfterMs,
    handle: async (_job, run) => {
      const erased = await eraseSubmissions(run);
      await eraseStaffRecords(services, actor, before(days.staffRecords));
      await deleteEmailAttempts(database, before(days.emailAttempts));
      await services.purge('at night');
      await audit.record({ actor, action: 'retention ran', details: { erased } });
      if (erased > 0) log.info('retention', { erased });
      return done(`${erased} erased.`);
    },
    onSettled: services.onSettled,
  });

  async function eraseSubmissions(run: Run): Promise<number> {
    let total = await eraseAll(run, `Retention: what is in quarantine is kept for ${days.quarantine} days.`, () =>
      find.inQuarantine(before(days.quarantine), batchSize),
    );
    total += await eraseAll(
      run,
      `Retention: what did not go ahead is kept for ${days.notPursued} days after it was closed.`,
      () => find.notPursued(before(days.notPursued), batchSize),
    );
    for (const form of await find.formNames()) {
      const kept = days.forms[form] ?? days.other;
      total += await eraseAll(run, `Retention: “${form}” is kept for ${kept} days.`, () =>
        find.ofForm(form, before(kept), batchSize),
      );
    }
    return total;
  }

  /** Erases submissions until none is left that can be erased. */
  async function eraseAll(run: Run, reason: string, next: () => Promise<string[]>): Promise<number> {
    for (let total = 0; ; ) {
      const ids = await next();
      const { erased } = ids.length > 0 ? await erase(actor, ids, reason) : { erased: [] };
      total += erased.length;
      if (erased.length === 0) return total;
      await run.renewLease();
      run.signal.throwIfAborted();
      await setImmediate();
    }
  }

  async function state(): Promise<RetentionState> {
    const last = await queue.recurring(kind);
    const succeededAt = last?.last_success_at ?? null;
    const detail = last?.last_detail ?? null;
    const message = last?.last_outcome === 'error' ? `It failed: ${detail}` : detail;
    const isLate = now() - (succeededAt ?? startedAt) > lateAfterMs || (succeededAt === null && message !== null);
    return { ranAt: last?.last_run_at ?? null, succeededAt, message, isLate };
  }

  return { jobKind, state };
}

/** An alarm in the shape of those about e-mails, with which it is shown. */
export type RetentionAlarm = Omit<Alarm, 'name'> & { name: 'retention_late' };

/** Logs once when retention is late, and once when it no longer is. */
export function createRetentionAlarm(services: { state: () => Promise<RetentionState>; log: Log; now: () => number }) {
  const { log, now } = services;
  let raised: RetentionAlarm | null = null;
  return {
    alarms: (): RetentionAlarm[] => (raised ? [raised] : []),
    check: async (): Promise<void> => {
      const { isLate, succeededAt, message } = await services.state();
      if (isLate && raised === null) {
        const last = succeededAt === null ? 'has never succeeded' : `last succeeded at ${new Date(succeededAt).toISOString()}`;
        raised = {
          name: 'retention_late',
          since: now(),
          message: `Erasing what is past its time ${last}. ${message ?? ''}`.trim(),
        };
        log.error('alarm', { alarm: raised.name, message: raised.message });
      }
      if (!isLate && raised !== null) {
        log.info('alarm resolved', { alarm: raised.name });
        raised = null;
      }
    },
  };
}
