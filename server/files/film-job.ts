import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { readDiskSpace } from '#server/core/database/data-dir.ts';
import type { JobResult } from '#server/core/jobs/define-job.ts';
import { addClaimTime } from './claim-time.ts';
import { type EvidenceRow, keyOf } from './evidence-rows.ts';
import { leftByNewClaims } from './evidence-space.ts';
import { reservedBytes } from './evidence-store.ts';
import { defineFileJob, settleFile, updateFile } from './file-job.ts';
import { makeFilmPreviews } from './film-previews.ts';
import { filmLeaseMs, inFilmFolder } from './film-work.ts';
import { filmKind, previewKey } from './preview-job.ts';

/** The processor's time that the films of one claim may take by themselves. */
export const filmBudgetMs = 20 * minute;

const spent =
  'The films of this claim took so much of the processor’s time that no more stills and copies of them are made unasked.';
const noPicture = 'There is no picture in it, or it is damaged.';

/** The folder of this machine in which work on films is done. */
export const filmFolderOf = ({ env }: App): string => join(env.dataDir, 'film-work');

/** Makes stills of films, and copies that play, by ffmpeg. */
export const filmJob = defineFileJob({
  kind: filmKind,
  title: 'Stills and copies of films',
  leaseMs: filmLeaseMs,
  retryDelaysMs: [10_000, minute, 10 * minute],
  time: 'film_ms',
  budgetMs: filmBudgetMs,
  work: (app, row, { signal }) => {
    const { ffmpegPath } = app.env;
    // There is no ffmpeg any more.
    if (ffmpegPath === null) return settleFile(app, row, 'none', null);
    return inFilmFolder(filmFolderOf(app), (folder) => makePreviews(app, ffmpegPath, row, folder, signal));
  },
  whenSpent: (app, row) => settleFile(app, row, 'failed', spent),
  giveUp: (app, row, reason) => settleFile(app, row, 'failed', reason),
});

async function makePreviews(
  app: App,
  program: string,
  row: EvidenceRow,
  folder: string,
  signal: AbortSignal,
): Promise<JobResult> {
  const film = { path: await localPath(app, row, folder, signal), mediaType: row.media_type ?? '' };
  const { still, copy, note, durationMs, processorMs } = await makeFilmPreviews(program, film, { folder, signal });
  await addClaimTime(app.db, row.submission_id, 'film_ms', processorMs);
  if (durationMs !== null) await updateFile(app, row, { duration_ms: durationMs });
  if (still?.kind === 'read')
    for (const size of ['thumbnail', 'large'] as const) await app.files.put(previewKey(row, size), still[size]);
  if (copy) await app.files.put(copyKey(row), copy);
  const isMade = still?.kind === 'read' || (copy !== null && film.mediaType.startsWith('audio/'));
  return isMade ? settleFile(app, row, 'ready', note) : settleFile(app, row, 'failed', note ?? noPicture);
}

/** The path of the original on this machine, to which it is copied where it is kept elsewhere. */
async function localPath({ files }: App, row: EvidenceRow, folder: string, signal: AbortSignal): Promise<string> {
  const free = (await files.freeBytes()) ?? Number.POSITIVE_INFINITY;
  if (free < leftByNewClaims((await files.diskBytes()) ?? 0))
    throw new Error('The disk with the files of claims is nearly full.');
  const path = files.pathOf(keyOf(row));
  if (path) return path;
  if ((await readDiskSpace(folder)).free - row.size < reservedBytes)
    throw new Error('The disk has no room for a copy to work on.');
  const copied = join(folder, 'original');
  await pipeline(await files.read(keyOf(row)), createWriteStream(copied, { mode: 0o600 }), { signal });
  return copied;
}

/** Where the copy that plays is kept, beside the original. */
export function copyKey(row: Pick<EvidenceRow, 'submission_id' | 'id'>): string {
  return `${keyOf(row)}.copy.mp4`;
}
