import type { Database } from '#server/database/database.ts';
import { emailKind } from '#server/email/email-store.ts';
import { defineJob, type LeasedJob, type Settlement } from '#server/jobs/define-job.ts';
import { createJobQueue } from '#server/jobs/queue.ts';

const emailJob = defineJob({
  kind: emailKind,
  title: 'E-mails',
  isPayloadSecret: true,
  handle: () => Promise.reject(new Error('It is settled by the test.')),
});

/** The e-mails in the queue, leased and settled by a test instead of the worker. */
export function emailQueue(database: Database) {
  const queue = createJobQueue(database);
  return {
    lease: (now: number, leaseMs: number, limit: number) => queue.lease(emailKind, now, leaseMs, limit),
    settle: (leased: LeasedJob, settlement: Settlement, now: number) => queue.settle(emailJob, leased, settlement, now),
    /** When the next one falls due; null when none waits. */
    dueAt: async (now: number) => (await queue.dueAt([emailKind], now)).get(emailKind) ?? null,
  };
}

/** Rows of the queue that are e-mails, in the order in which they were written. */
export function emailsIn({ read }: Database) {
  return read((db) => db.selectFrom('jobs').selectAll().where('template', 'is not', null).orderBy('created_at').execute());
}
