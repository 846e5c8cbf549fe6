import { buffer } from 'node:stream/consumers';
import { hour, minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { done, type JobResult } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { addClaimTime } from './claim-time.ts';
import { type EvidenceRow, keyOf } from './evidence-rows.ts';
import { isForFfmpeg } from './ffmpeg.ts';
import type { FileFacts } from './file-facts.ts';
import { defineFileJob, newFileJob, settleFile, updateFile } from './file-job.ts';
import { filmFacts, hasBoxes } from './film-facts.ts';
import { pictureLimits, type Reading, readPicture } from './read-picture.ts';

export const previewKind = 'evidence-preview';
export const filmKind = 'evidence-film';

const previewSizes = ['thumbnail', 'large'] as const;
export type PreviewSize = (typeof previewSizes)[number];

/**
 * The processor's time that the previews of one claim may take by themselves: three seconds, which only large pictures need, for each of
 * the most files that it may have.
 */
export const claimBudgetMs = 180_000;

const spent = 'The pictures of this claim took so much of the processor’s time that no more previews of them are made unasked.';

/** A job that makes the previews of one picture or reads the facts of a film, to be enqueued with its row, after its scan, or because staff asked for it. */
export const newPreviewJob = (row: EvidenceRow, createdAt: number, isAsked = false) =>
  newFileJob(previewKind, row, createdAt, isAsked);

/** Where a preview is kept, beside its original. */
export function previewKey(row: Pick<EvidenceRow, 'submission_id' | 'id'>, size: PreviewSize): string {
  return `${keyOf(row)}.${size}.webp`;
}

/** Makes the previews of pictures, and reads their facts and those of films. */
export const previewJob = defineFileJob({
  kind: previewKind,
  title: 'Previews of evidence',
  retryDelaysMs: [10_000, minute, 10 * minute, hour],
  time: 'preview_ms',
  budgetMs: claimBudgetMs,
  work: (app, row, { signal, isLast, isAsked }) =>
    isPicture(row) ? makePreviews(app, row, signal, isLast) : readFilm(app, row, isAsked),
  whenSpent: async (app, row, signal) => {
    if (!isPicture(row)) return readFilm(app, row, false);
    const { facts } = await readOne(app, row, signal, 'facts alone');
    if (facts) await updateFile(app, row, columnsOf(facts));
    return settleFile(app, row, 'failed', spent);
  },
  giveUp: storeFailure,
});

/** Reads a picture, and adds to its claim what that took. */
async function readOne(app: App, row: EvidenceRow, signal: AbortSignal, what?: 'facts alone'): Promise<Reading> {
  const limits = { ...pictureLimits, timeMs: app.limits.picture };
  const reading = await readPicture(await app.files.read(keyOf(row)), row.media_type ?? '', signal, limits, what);
  await addClaimTime(app.db, row.submission_id, 'preview_ms', reading.processorMs);
  return reading;
}

async function makePreviews(app: App, row: EvidenceRow, signal: AbortSignal, isLast: boolean): Promise<JobResult> {
  const { picture, facts } = await readOne(app, row, signal);
  // Facts do not wait for previews, which may never be made.
  if (facts) await updateFile(app, row, columnsOf(facts));
  if (picture.kind === 'broken' || (picture.kind === 'late' && !isLast)) throw new Error(picture.reason);
  if (picture.kind !== 'read') return storeFailure(app, row, picture.reason);
  for (const size of previewSizes) await app.files.put(previewKey(row, size), picture[size]);
  app.metrics.previewsMade.inc();
  return settleFile(app, row, 'ready', picture.note);
}

/** Reads what a film says about itself. Stills are made by ffmpeg, in a job of their own. */
async function readFilm(app: App, row: EvidenceRow, isAsked: boolean): Promise<JobResult> {
  if (hasBoxes(row.media_type)) {
    const facts = await filmFacts(async (start, end) => buffer(await app.files.read(keyOf(row), { start, end })), row.size);
    await updateFile(app, row, columnsOf(facts));
  }
  const isForStill = app.env.ffmpegPath !== null && isForFfmpeg(row.media_type);
  await updateFile(app, row, { preview_state: isForStill ? 'waiting' : 'none', preview_reason: null });
  if (isForStill) await app.db.write((tx) => enqueue(tx, [newFileJob(filmKind, row, app.now(), isAsked)]));
  return done('Facts read.');
}

function storeFailure(app: App, row: EvidenceRow, reason: string): Promise<JobResult> {
  app.metrics.previewsFailed.inc();
  return settleFile(app, row, 'failed', reason);
}

const isPicture = ({ media_type: type }: EvidenceRow): boolean => type?.startsWith('image/') === true;

function columnsOf({ takenAt, durationMs, ...facts }: FileFacts): Partial<EvidenceRow> {
  return { ...facts, taken_at: takenAt, duration_ms: durationMs };
}
