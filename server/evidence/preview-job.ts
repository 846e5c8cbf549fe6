import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { hour } from '#forms/durations.ts';
import type { Database } from '#server/database/database.ts';
import { defineJob, done, type JobKind, type JobResult } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { errorMessage } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import { addClaimTime, readClaimTime } from './claim-time.ts';
import { type EvidenceRow, keyOf } from './evidence-rows.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { type Ffmpeg, isForFfmpeg } from './ffmpeg.ts';
import type { FileFacts } from './file-facts.ts';
import { filmFacts, hasBoxes } from './film-facts.ts';
import { pictureLimits, type Reading, readPicture } from './read-picture.ts';

export const previewKind = 'evidence-preview';
export const filmKind = 'evidence-film';

const previewSizes = ['thumbnail', 'large'] as const;
export type PreviewSize = (typeof previewSizes)[number];

/**
 * The pauses between retries of errors that may not be the picture's: the store does not answer, the process cannot start, or took too
 * long.
 */
const retryDelaysMs = [10_000, 60_000, 600_000, hour];

/** One more than the retries, and one for an attempt that was interrupted and repeated at once. */
const maxAttempts = retryDelaysMs.length + 2;

/**
 * The processor's time that the previews of one claim may take by themselves: three seconds, which only large pictures need, for each of
 * the most files that it may have.
 */
export const claimBudgetMs = 180_000;

const unavailable = 'It could not be made: see Background.';

const spent = 'The pictures of this claim took so much of the processor’s time that no more previews of them are made unasked.';

export const askedMark = ' asked';

/**
 * Which of the waiting pictures comes next, so that many that take long do not hold up those of others: what staff asked for, then claims
 * with contact, then the claim whose pictures took the least time so far.
 */
const order = [
  sql`payload not like ${sql.lit(`%${askedMark}`)}`,
  sql`(select contacted_at is null from form_submissions where id = jobs.subject_id)`,
  sql`(select preview_ms from form_submissions where id = jobs.subject_id)`,
];

/**
 * A job that makes the previews of one picture, to be enqueued with its row, after its scan, or because staff asked for it, whatever the
 * pictures of its claim took.
 */
export function newPreviewJob({ id, submission_id: subjectId }: EvidenceRow, createdAt: number, isAsked = false) {
  return { kind: previewKind, subjectId, payload: isAsked ? `${id}${askedMark}` : id, createdAt };
}

/** A job that makes a still of one film and a copy that plays, to be enqueued once its facts were read. */
function newFilmJob(row: EvidenceRow, createdAt: number, isAsked: boolean) {
  return { ...newPreviewJob(row, createdAt, isAsked), kind: filmKind };
}

/** Where a preview is kept, beside its original. */
export function previewKey(row: Pick<EvidenceRow, 'submission_id' | 'id'>, size: PreviewSize): string {
  return `${keyOf(row)}.${size}.webp`;
}

/** Makes the previews of pictures, one at a time and claim by claim in turn, and reads their facts and those of films. */
export function createPreviewJob(services: {
  database: Database;
  store: Pick<EvidenceStore, 'read' | 'put' | 'remove'>;
  find: (id: string) => Promise<EvidenceRow | null>;
  metrics: Metrics;
  /** Null where no stills of films are made. */
  ffmpeg?: Ffmpeg | null;
  now: () => number;
  /** Called after a result was stored. */
  onMade: () => void;
  limits?: typeof pictureLimits;
}): JobKind {
  const { database, store, find, metrics, ffmpeg = null, now, onMade, limits = pictureLimits } = services;
  const made = metrics.counter('kerbside_evidence_previews_total', 'Pictures that previews were made of.');
  const failed = metrics.counter('kerbside_evidence_previews_failed_total', 'Pictures that no preview could be made of.');

  return defineJob({
    kind: previewKind,
    title: 'Previews of evidence',
    order,
    // Only the handler gives a picture up, so that it never waits for a job that has failed.
    retry: ({ attempts }, at) => at + (retryDelaysMs[attempts - 1] ?? hour),
    handle: async ({ payload, attempts }, { signal }) => {
      const id = payload?.replace(askedMark, '') ?? '';
      const row = await find(id);
      if (!row || (row.preview_state !== 'waiting' && row.preview_reason !== unavailable)) return done('Nothing to do.');
      // The scan comes first, and enqueues this job again.
      if (row.scan_state === 'waiting' || row.scan_state === 'infected') return done('Not before it is scanned.');
      if (attempts > maxAttempts) return giveUp(row, 'The attempts ended with their process.');
      if (row.media_type?.startsWith('image/') && id === payload && (await isSpent(row))) {
        const { facts } = await readOne(row, signal, 'facts alone');
        await update(row, { ...(facts && columnsOf(facts)), preview_state: 'failed', preview_reason: spent });
        return done(spent);
      }
      const isLast = attempts > retryDelaysMs.length;
      try {
        return row.media_type?.startsWith('image/')
          ? await makePreviews(row, signal, isLast)
          : await readFilm(row, id !== payload);
      } catch (error) {
        if (signal.aborted || !isLast) throw error;
        return giveUp(row, errorMessage(error));
      }
    },
  });

  async function isSpent({ submission_id: claimId }: EvidenceRow): Promise<boolean> {
    return (await readClaimTime(database, claimId, 'preview_ms')) >= claimBudgetMs;
  }

  async function giveUp(row: EvidenceRow, detail: string): Promise<JobResult> {
    await storeFailure(row, unavailable);
    return { kind: 'failed', attempt: { outcome: 'error', detail } };
  }

  /** Reads a picture, and adds to its claim what that took. */
  async function readOne(row: EvidenceRow, signal: AbortSignal, what?: 'facts alone'): Promise<Reading> {
    const reading = await readPicture(await store.read(keyOf(row)), row.media_type ?? '', signal, limits, what);
    await addClaimTime(database, row.submission_id, 'preview_ms', reading.processorMs);
    return reading;
  }

  async function makePreviews(row: EvidenceRow, signal: AbortSignal, isLast: boolean): Promise<JobResult> {
    const { picture, facts } = await readOne(row, signal);
    // Facts do not wait for previews, which may never be made.
    if (facts) await update(row, columnsOf(facts));
    if (picture.kind === 'broken' || (picture.kind === 'late' && !isLast)) throw new Error(picture.reason);
    if (picture.kind !== 'read') {
      await storeFailure(row, picture.reason);
      return done(picture.reason);
    }
    for (const size of previewSizes) await store.put(previewKey(row, size), picture[size]);
    const isThere = await update(row, { preview_state: 'ready', preview_reason: picture.note });
    // The file was removed in the meantime, and the previews were written after that.
    if (!isThere) await store.remove(keyOf(row));
    made.inc();
    return done(picture.note ?? 'Made.');
  }

  /** Reads what a film says about itself. Stills are made by ffmpeg, in a job of their own. */
  async function readFilm(row: EvidenceRow, isAsked: boolean): Promise<JobResult> {
    if (hasBoxes(row.media_type)) {
      const facts = await filmFacts(async (start, end) => buffer(await store.read(keyOf(row), { start, end })), row.size);
      await update(row, columnsOf(facts));
    }
    const isForStill = ffmpeg !== null && isForFfmpeg(row.media_type);
    await update(row, { preview_state: isForStill ? 'waiting' : 'none', preview_reason: null });
    if (isForStill) await database.write((tx) => enqueue(tx, [newFilmJob(row, now(), isAsked)]));
    return done('Facts read.');
  }

  async function storeFailure(row: EvidenceRow, reason: string): Promise<void> {
    await update(row, { preview_state: 'failed', preview_reason: reason });
    failed.inc();
  }

  async function update(row: EvidenceRow, change: Partial<EvidenceRow>): Promise<boolean> {
    const { numUpdatedRows } = await database.write((tx) =>
      tx.updateTable('evidence').set(change).where('id', '=', row.id).executeTakeFirst(),
    );
    onMade();
    return numUpdatedRows > 0n;
  }
}

function columnsOf({ takenAt, durationMs, ...facts }: FileFacts): Partial<EvidenceRow> {
  return { ...facts, taken_at: takenAt, duration_ms: durationMs };
}
