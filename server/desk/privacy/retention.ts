import { setImmediate } from 'node:timers/promises';
import type { Audit } from '#server/audit/audit.ts';
import { type Log, wordsOf } from '#server/ops/log.ts';
import type { JobStore } from '../jobs/store.ts';
import { lastNight } from '../london.ts';
import type { Erase } from './erase.ts';
import type { EraseStaffRecords } from './staff-records.ts';
import type { PrivacyStore } from './store.ts';
import type { Sweep } from './sweep.ts';

const hour = 3_600_000;
const day = 24 * hour;
const job = 'retention';
const batchSize = 20;

/** One that was begun and not finished is begun anew after this. */
const triedAgainAfterMs = hour;

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
  jobs: JobStore;
  erase: Erase;
  eraseStaffRecords: EraseStaffRecords;
  sweep: Sweep;
  audit: Audit;
  log: Log;
  now: () => number;
  days: RetentionDays;
}) {
  const { store, jobs, erase, audit, log, now, days } = services;
  const startedAt = now();

  /** Does the day's work if nobody has; answers whether it did. */
  async function keep(): Promise<boolean> {
    const at = now();
    const isOurs = await jobs.take(job, at, { doneBefore: lastNight(at), begunBefore: at - triedAgainAfterMs });
    if (!isOurs) return false;
    try {
      const erased = await eraseAll();
      await services.eraseStaffRecords(retention);
      await services.sweep('at night');
      await audit.record({ actor: retention, act: 'retention ran', details: { erased } });
      await jobs.settle(job, { succeededAt: now(), words: `${erased} erased.` });
      if (erased > 0) log.info('retention', { erased });
      return true;
    } catch (error) {
      await jobs.settle(job, { succeededAt: null, words: `It failed: ${wordsOf(error)}` });
      throw error;
    }
  }

  async function eraseAll(): Promise<number> {
    let total = await eraseEach(`Retention: what is in quarantine is kept for ${days.quarantine} days.`, () =>
      store.suspects(now() - days.quarantine * day, batchSize),
    );
    for (const form of await store.formNames()) {
      const kept = days.forms[form] ?? days.other;
      total += await eraseEach(`Retention: “${form}” is kept for ${kept} days.`, () =>
        store.older(form, now() - kept * day, batchSize),
      );
    }
    return total;
  }

  /** Until none is left that can be erased. */
  async function eraseEach(reason: string, next: () => Promise<string[]>): Promise<number> {
    for (let total = 0; ; ) {
      const ids = await next();
      const { erased } = ids.length > 0 ? await erase(retention, ids, reason) : { erased: [] };
      total += erased.length;
      if (erased.length === 0) return total;
      await jobs.stillAtWork(job, now());
      await setImmediate();
    }
  }

  async function state(): Promise<RetentionState> {
    const last = await jobs.state(job);
    const succeededAt = last?.succeeded_at ?? null;
    const isLate = now() - (succeededAt ?? startedAt) > lateAfterMs || (succeededAt === null && (last?.words ?? null) !== null);
    return { ranAt: last?.ran_at ?? null, succeededAt, words: last?.words ?? null, isLate };
  }

  return { keep, state };
}
