import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { minute } from '#forms/durations.ts';
import { readDiskSpace } from '#server/core/database/data-dir.ts';
import type { JobKind, JobResult } from '#server/core/jobs/define-job.ts';
import { addClaimTime } from './claim-time.ts';
import { type EvidenceRow, keyOf } from './evidence-rows.ts';
import { leftByNewClaims } from './evidence-space.ts';
import { type EvidenceStore, reservedBytes } from './evidence-store.ts';
import { defineFileJob, type FileJobServices, settleFile, updateFile } from './file-job.ts';
import { filmLimits, makeFilmPreviews } from './film-previews.ts';
import { filmLeaseMs, inFilmFolder } from './film-work.ts';
import { filmKind, previewKey } from './preview-job.ts';

/** The processor's time that the films of one claim may take by themselves. */
export const filmBudgetMs = 20 * minute;

const spent =
  'The films of this claim took so much of the processor’s time that no more stills and copies of them are made unasked.';
const noPicture = 'There is no picture in it, or it is damaged.';

/** Makes stills of films, and copies that play, by ffmpeg. */
export function createFilmJob(
  services: FileJobServices & {
    store: Pick<EvidenceStore, 'pathOf' | 'freeBytes' | 'diskBytes'>;
    /** Null where there is no ffmpeg any more. */
    ffmpeg?: string | null;
    workFolder?: string;
    limits?: typeof filmLimits;
  },
): JobKind {
  const { database, store, ffmpeg, workFolder, limits = filmLimits } = services;
  const settle = (row: EvidenceRow, state: 'none' | 'ready' | 'failed', reason: string | null) =>
    settleFile(services, row, state, reason);

  return defineFileJob(services, {
    kind: filmKind,
    title: 'Stills and copies of films',
    leaseMs: filmLeaseMs,
    retryDelaysMs: [10_000, minute, 10 * minute],
    time: 'film_ms',
    budgetMs: filmBudgetMs,
    work: (row, { signal }) =>
      ffmpeg && workFolder
        ? inFilmFolder(workFolder, (folder) => makePreviews(ffmpeg, row, folder, signal))
        : settle(row, 'none', null),
    whenSpent: (row) => settle(row, 'failed', spent),
    giveUp: (row, reason) => settle(row, 'failed', reason),
  });

  async function makePreviews(program: string, row: EvidenceRow, folder: string, signal: AbortSignal): Promise<JobResult> {
    const film = { path: await localPath(row, folder, signal), mediaType: row.media_type ?? '' };
    const { still, copy, note, durationMs, processorMs } = await makeFilmPreviews(program, film, { folder, signal, limits });
    await addClaimTime(database, row.submission_id, 'film_ms', processorMs);
    if (durationMs !== null) await updateFile(services, row, { duration_ms: durationMs });
    if (still?.kind === 'read')
      for (const size of ['thumbnail', 'large'] as const) await store.put(previewKey(row, size), still[size]);
    if (copy) await store.put(copyKey(row), copy);
    if (still?.kind === 'read' || (copy && film.mediaType.startsWith('audio/'))) return settle(row, 'ready', note);
    return settle(row, 'failed', note ?? noPicture);
  }

  /** The path of the original on this machine, to which it is copied where it is kept elsewhere. */
  async function localPath(row: EvidenceRow, folder: string, signal: AbortSignal): Promise<string> {
    const free = (await store.freeBytes()) ?? Number.POSITIVE_INFINITY;
    if (free < leftByNewClaims((await store.diskBytes()) ?? 0))
      throw new Error('The disk with the files of claims is nearly full.');
    const path = store.pathOf(keyOf(row));
    if (path) return path;
    if ((await readDiskSpace(folder)).free - row.size < reservedBytes)
      throw new Error('The disk has no room for a copy to work on.');
    const copied = join(folder, 'original');
    await pipeline(await store.read(keyOf(row)), createWriteStream(copied, { mode: 0o600 }), { signal });
    return copied;
  }
}

/** Where the copy that plays is kept, beside the original. */
export function copyKey(row: Pick<EvidenceRow, 'submission_id' | 'id'>): string {
  return `${keyOf(row)}.copy.mp4`;
}
