import type { App } from '#server/core/app.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { JobKind, JobResult, LeasedJob } from '#server/core/jobs/define-job.ts';
import { leaseRows } from '#server/core/jobs/lease-rows.ts';
import { settlementOf, storeSettlement } from '#server/core/jobs/settlement.ts';
import { waitingEmails } from './email-store.ts';

/** Leases the emails of this template that wait for this recipient, due or not, oldest first. Counts an attempt of each. */
export function takeWaiting(
  app: App,
  jobKind: JobKind,
  { template, recipient }: { template: string; recipient: string | null },
  limit: number,
): Promise<LeasedJob[]> {
  return app.db.write(async (tx) => {
    const waiting = waitingEmails(tx)
      .select('id')
      .where((where) => where.or([where('template', '=', template), where('template', 'like', `${template}-%`)]))
      .where('recipient', recipient === null ? 'is' : '=', recipient)
      .where('lease_until', 'is', null)
      .orderBy('created_at')
      .limit(limit);
    const ids = (await lockRows(tx, waiting, 'for update skip locked').execute()).map(({ id }) => id);
    if (ids.length === 0) return [];
    return leaseRows(tx, jobKind, ids, app.now());
  });
}

/** Stores what became of the emails that were taken. */
export async function settleTaken(
  app: App,
  jobKind: JobKind,
  taken: LeasedJob[],
  results: Map<string, JobResult>,
): Promise<void> {
  const now = app.now();
  const settled = taken.flatMap((job) => {
    const result = results.get(job.id);
    return result ? [{ job, settlement: settlementOf(jobKind, job, result, now) }] : [];
  });
  if (settled.length === 0) return;
  const areHeld = await app.db.write(async (tx) => {
    const held: boolean[] = [];
    for (const { job, settlement } of settled) held.push(await storeSettlement(tx, jobKind, job, settlement, now));
    return held;
  });
  for (const [index, { job, settlement }] of settled.entries())
    jobKind.onSettled?.(job, settlement, areHeld[index] ?? false, app);
}
