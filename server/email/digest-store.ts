import type { App } from '#server/core/app.ts';
import { lockRows } from '#server/database/engine.ts';
import type { JobKind, JobResult, LeasedJob } from '#server/jobs/define-job.ts';
import { leaseRows } from '#server/jobs/lease-rows.ts';
import { settlementOf, storeSettlement } from '#server/jobs/settlement.ts';
import { waitingEmails } from './email-store.ts';

export type DigestStore = ReturnType<typeof createDigestStore>;

/** Leases and settles the e-mails that leave together with another one. */
export function createDigestStore(app: App) {
  const { write } = app.db;
  return {
    /** Leases the e-mails of this template that wait for this recipient, due or not, oldest first. Counts an attempt of each. */
    takeWaiting: (
      jobKind: JobKind,
      { template, recipient }: { template: string; recipient: string | null },
      now: number,
      limit: number,
    ): Promise<LeasedJob[]> =>
      write(async (tx) => {
        const waiting = waitingEmails(tx)
          .select('id')
          .where((where) => where.or([where('template', '=', template), where('template', 'like', `${template}-%`)]))
          .where('recipient', recipient === null ? 'is' : '=', recipient)
          .where('lease_until', 'is', null)
          .orderBy('created_at')
          .limit(limit);
        const ids = (await lockRows(tx, waiting, 'for update skip locked').execute()).map(({ id }) => id);
        if (ids.length === 0) return [];
        return leaseRows(tx, jobKind, ids, now);
      }),

    /** Stores what became of the e-mails that were taken. */
    settleTaken: async (jobKind: JobKind, taken: LeasedJob[], results: Map<string, JobResult>, now: number): Promise<void> => {
      const settled = taken.flatMap((job) => {
        const result = results.get(job.id);
        return result ? [{ job, settlement: settlementOf(jobKind, job, result, now) }] : [];
      });
      if (settled.length === 0) return;
      const areHeld = await write(async (tx) => {
        const held: boolean[] = [];
        for (const { job, settlement } of settled) held.push(await storeSettlement(tx, jobKind, job, settlement, now));
        return held;
      });
      for (const [index, { job, settlement }] of settled.entries())
        jobKind.onSettled?.(job, settlement, areHeld[index] ?? false, app);
    },
  };
}
