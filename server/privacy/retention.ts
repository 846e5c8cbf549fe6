import { setImmediate } from 'node:timers/promises';
import { nextNight } from '#forms/london-time.ts';
import type { Audit } from '#server/audit/audit.ts';
import { defineJob, done, type Run } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { Log } from '#server/observability/log.ts';
import type { Erase } from './erase.ts';
import type { PrivacyStore } from './privacy-store.ts';
import type { Sweep } from './purge.ts';
import type { EraseStaffRecords } from './staff-records.ts';

const hour = 3_600_000;
const day = 24 * hour;
const kind = 'retention';
const batchSize = 20;

const retryAfterMs = hour;

const lateAfterMs = 36 * hour;

/** How long what was sent by a form is kept, and what is known of sign-ins and invitations, in days. */
export type RetentionDays = { forms: Readonly<Record<string, number>>; other: number; quarantine: number; staffRecords: number };

export type RetentionState = {
  ranAt: number | null;
  succeededAt: number | null;
  /** What came of the last run. */
  words: string | null;
  /** It has not succeeded for a day and a half: what should be erased may still be here. */
  isLate: boolean;
};

const retention = { id: null, name: 'Retention' };

/** Erases every night, on one instance, what has been kept for as long as was promised. */
export function createRetention(services: {
  store: PrivacyStore;
  queue: JobQueue;
  erase: Erase;
  eraseStaffRecords: EraseStaffRecords;
  sweep: Sweep;
  audit: Audit;
  log: Log;
  now: () => number;
  days: RetentionDays;
  onSettled: () => void;
}) {
  const { store, queue, erase, audit, log, now, days } = services;
  const startedAt = now();

  const job = defineJob({
    kind,
    title: 'Erasing what is past its time',
    next: nextNight,
    retry: (_job, at) => at + retryAfterMs,
    handle: async (_job, run) => {
      const erased = await eraseAll(run);
      await services.eraseStaffRecords(retention);
      await services.sweep('at night');
      await audit.record({ actor: retention, action: 'retention ran', details: { erased } });
      if (erased > 0) log.info('retention', { erased });
      return done(`${erased} erased.`);
    },
    onSettled: services.onSettled,
  });

  async function eraseAll(run: Run): Promise<number> {
    let total = await eraseEach(run, `Retention: what is in quarantine is kept for ${days.quarantine} days.`, () =>
      store.suspects(now() - days.quarantine * day, batchSize),
    );
    for (const form of await store.formNames()) {
      const kept = days.forms[form] ?? days.other;
      total += await eraseEach(run, `Retention: “${form}” is kept for ${kept} days.`, () =>
        store.older(form, now() - kept * day, batchSize),
      );
    }
    return total;
  }

  /** Until none is left that can be erased. */
  async function eraseEach(run: Run, reason: string, next: () => Promise<string[]>): Promise<number> {
    for (let total = 0; ; ) {
      const ids = await next();
      const { erased } = ids.length > 0 ? await erase(retention, ids, reason) : { erased: [] };
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
    const answer = last?.last_answer ?? null;
    const words = last?.last_outcome === 'error' ? `It failed: ${answer}` : answer;
    const isLate = now() - (succeededAt ?? startedAt) > lateAfterMs || (succeededAt === null && words !== null);
    return { ranAt: last?.last_run_at ?? null, succeededAt, words, isLate };
  }

  return { job, state };
}
