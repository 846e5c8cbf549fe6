import { sql } from 'kysely';
import { hour } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { defineJob, done, every, type JobResult, type Run } from '#server/core/jobs/define-job.ts';
import { createKeepGoing } from '#server/core/jobs/keep-going.ts';
import { type EvidenceRow, keyOf } from './evidence-rows.ts';

/** The most claims that the alarm names. */
const maxReferences = 10;

/** The most files that the alarm counts. */
const maxCounted = 1_000;

/**
 * Checks that the bytes of received files exist. Without this, a folder that was not restored or a bucket that somebody emptied would
 * be noticed only by a person who needs a file. Each run checks `limit` files, those first that were checked longest ago, and again as
 * many that were missing.
 */
export async function lookForFiles(app: App, run: Run, limit = 500): Promise<JobResult> {
  const keepGoing = createKeepGoing(run, app.now);
  const rows = await toLookFor(app, limit);
  let missing = 0;
  for (const row of rows) {
    await keepGoing();
    const isThere = (await app.files.sizeOf(keyOf(row))) === row.size;
    if (!isThere) missing += 1;
    await app.db.write((tx) =>
      tx
        .updateTable('evidence')
        .set({ looked_for_at: app.now(), missing_since: isThere ? null : (row.missing_since ?? app.now()) })
        .where('id', '=', row.id)
        .execute(),
    );
  }
  return done(`${rows.length} looked for, ${missing} missing.`);
}

export const missingJob = defineJob({
  kind: 'evidence-missing',
  title: 'Looking for the files of claims',
  next: every(hour),
  handle: (_, run, app) => lookForFiles(app, run),
});

export const missingAlarm = defineAlarm({
  name: 'evidence_missing',
  about: 'Files of claims',
  what: 'Files of claims are not where they are kept.',
  todo: 'Restore them from a backup, under the same names.',
  check: async (app) => {
    const { files, references } = await findMissing(app);
    return files > 0 ? messageOf(files, references) : null;
  },
});

function toLookFor({ db: store }: App, limit: number): Promise<EvidenceRow[]> {
  return store.read(async (db) => {
    const received = db
      .selectFrom('evidence')
      .selectAll()
      .where('received_at', 'is not', null)
      // With zero in its text, which is how the index of these files has it.
      .orderBy(sql`coalesce(looked_for_at, 0)`)
      .orderBy('id')
      .limit(limit);
    const known = await received.where('missing_since', 'is not', null).execute();
    return [...known, ...(await received.where('missing_since', 'is', null).execute())];
  });
}

function findMissing({ db: store }: App): Promise<{ files: number; references: string[] }> {
  return store.read(async (db) => {
    const missing = db.selectFrom('evidence').where('missing_since', 'is not', null);
    // A folder that is gone may have all files in it, and the exact number of very many helps nobody.
    const some = missing.select('submission_id').limit(maxCounted + 1);
    const row = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirst();
    // This is no join, because for that SQLite would read all submissions in the order of their references.
    const claims = await db
      .selectFrom('form_submissions')
      .select('reference')
      .where('id', 'in', (select) => select.selectFrom(some.as('some')).select('submission_id'))
      .orderBy('reference')
      .limit(maxReferences)
      .execute();
    return { files: Number(row?.count ?? 0), references: claims.map(({ reference }) => reference) };
  });
}

function messageOf(files: number, references: string[]): string {
  const what = files === 1 ? 'One file' : files > maxCounted ? `More than ${maxCounted} files` : `${files} files`;
  return `${what} of ${references.join(', ')} cannot be found where evidence is kept, or not whole. Restore it from a backup.`;
}
