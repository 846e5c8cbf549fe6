import { day, hour } from '#forms/durations.ts';
import type { Db } from '#server/core/database/schema.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { rawFolder, rawKeyOf } from './receive-inbound.ts';

/** How long e-mails that belong to no claim are kept. Their rows are what recognises the same e-mail when it comes again. */
const unsortedDays = 30;

const unsorted = ['unsorted', 'noted', 'dismissed', 'duplicate'] as const;

/** Bytes without a row: of an e-mail that was not acknowledged, or whose claim was erased. */
const strayAfterMs = hour;

/** Removes e-mails that belong to no claim after their time, and bytes that no row names. */
export const inboundCleanup = defineJob({
  kind: 'inbound-cleanup',
  title: 'Removing emails that belong to no claim',
  next: every(hour),
  handle: async (_job, _run, { db, files, now }) => {
    const removed = await db.write(async (tx) => {
      const old = tx
        .selectFrom('inbound_emails')
        .select('id')
        .where('state', 'in', unsorted)
        .where('received_at', '<', now() - unsortedDays * day)
        .limit(500);
      // Its state once more, for one that staff are adding to a claim at this moment.
      return tx.deleteFrom('inbound_emails').where('id', 'in', old).where('state', 'in', unsorted).returning('id').execute();
    });
    for (const { id } of removed) await files.remove(rawKeyOf(id));
    let strays = 0;
    for await (const { key, changedAt } of files.keys()) {
      const [folder, id = ''] = key.split('/');
      if (folder !== rawFolder || changedAt > now() - strayAfterMs) continue;
      if (await db.read((store) => isNamed(store, id))) continue;
      await files.remove(key);
      strays += 1;
    }
    return done(`${removed.length} emails and ${strays} strays removed.`);
  },
});

async function isNamed(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('inbound_emails').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
