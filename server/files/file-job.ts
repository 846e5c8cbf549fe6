import { sql } from 'kysely';
import { hour } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { defineJob, done, type JobKind, type JobResult } from '#server/core/jobs/define-job.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { type ClaimTime, readClaimTime } from './claim-time.ts';
import { type EvidenceRow, findRow, keyOf } from './evidence-rows.ts';

/** What becomes of one file. */
type FileWork = {
  kind: string;
  title: string;
  leaseMs?: number;
  /** The pauses between retries of errors that may not be the file's: the store does not answer, or a process cannot start. */
  retryDelaysMs: readonly number[];
  /** What adds up the processor's time that this took of a claim, and the most that it may take unasked. */
  time: ClaimTime;
  budgetMs: number;
  /** `isLast`: an error is no longer retried. `isAsked`: staff asked for it. */
  work: (app: App, row: EvidenceRow, run: { signal: AbortSignal; isLast: boolean; isAsked: boolean }) => Promise<JobResult>;
  /** Takes the place of the work where the claim has taken its time. */
  whenSpent: (app: App, row: EvidenceRow, signal: AbortSignal) => Promise<JobResult>;
  giveUp: (app: App, row: EvidenceRow, reason: string) => Promise<unknown>;
};

/** Kinds of job that only read a file and store what they found. */
export const fileJobs = ['evidence-scan', 'evidence-preview', 'evidence-film'];

const askedMark = ' asked';

const unavailable = 'It could not be made: see Background.';

/** A job of a kind on one file. What staff asked for is done whatever the files of its claim took. */
export function newFileJob(kind: string, { id, submission_id: subjectId }: EvidenceRow, createdAt: number, isAsked = false) {
  return { kind, subjectId, payload: isAsked ? `${id}${askedMark}` : id, createdAt };
}

/** A kind of job on single files that takes the processor's time: one at a time, and claim by claim in turn. */
export function defineFileJob(kind: FileWork): JobKind {
  const { retryDelaysMs, time, budgetMs, work, whenSpent, giveUp } = kind;
  return defineJob({
    ...kind,
    // Many files that take long do not hold up those of others: first comes what staff asked for, then claims with contact, then the
    // claim whose files took the least time so far. Closed claims are last: those of years may come at once, when ffmpeg is set.
    order: [
      sql`payload not like ${sql.lit(`%${askedMark}`)}`,
      sql`(select closed_at is not null from form_submissions where id = jobs.subject_id)`,
      sql`(select contacted_at is null from form_submissions where id = jobs.subject_id)`,
      sql`(select ${sql.ref(time)} from form_submissions where id = jobs.subject_id)`,
    ],
    // Only the handler gives a file up, so that it never waits for a job that has failed.
    retry: ({ attempts }, at) => at + (retryDelaysMs[attempts - 1] ?? hour),
    handle: async ({ payload, attempts }, { signal }, app) => {
      const id = payload?.replace(askedMark, '') ?? '';
      const isAsked = id !== payload;
      const row = await findRow(app, id);
      if (!row || (row.preview_state !== 'waiting' && row.preview_reason !== unavailable)) return done('Nothing to do.');
      // The scan comes first, and enqueues this job again.
      if (row.scan_state === 'waiting' || row.scan_state === 'infected') return done('Not before it is scanned.');
      const failed = async (detail: string): Promise<JobResult> => {
        await giveUp(app, row, unavailable);
        return { kind: 'failed', attempt: { outcome: 'error', detail } };
      };
      // One more than the retries, and one for an attempt that was interrupted and repeated at once.
      if (attempts > retryDelaysMs.length + 2) return failed('The attempts ended with their process.');
      const isSpent = !isAsked && (await readClaimTime(app.db, row.submission_id, time)) >= budgetMs;
      const isLast = attempts > retryDelaysMs.length;
      try {
        return await (isSpent ? whenSpent(app, row, signal) : work(app, row, { signal, isLast, isAsked }));
      } catch (error) {
        if (signal.aborted || !isLast) throw error;
        return failed(errorMessage(error));
      }
    },
  });
}

/** Stores what is known of a file; whether it is still there. */
export async function updateFile(app: App, { id }: EvidenceRow, change: Partial<EvidenceRow>): Promise<boolean> {
  const { numUpdatedRows } = await app.db.write((tx) =>
    tx.updateTable('evidence').set(change).where('id', '=', id).executeTakeFirst(),
  );
  app.noteChange(true);
  return numUpdatedRows > 0n;
}

/** Stores how the work on a file ended. */
export async function settleFile(
  app: App,
  row: EvidenceRow,
  state: 'none' | 'ready' | 'failed',
  reason: string | null,
): Promise<JobResult> {
  const isThere = await updateFile(app, row, { preview_state: state, preview_reason: reason });
  // The file was removed in the meantime, and what was made of it was written after that.
  if (!isThere) await app.files.remove(keyOf(row));
  return done(reason ?? 'Made.');
}
