import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { hour, minute } from '#forms/durations.ts';
import { readDiskSpace } from '#server/database/data-dir.ts';
import type { Database } from '#server/database/database.ts';
import { defineJob, done, type JobKind, type JobResult } from '#server/jobs/define-job.ts';
import { errorMessage } from '#server/observability/log.ts';
import { addClaimTime, readClaimTime } from './claim-time.ts';
import { type EvidenceRow, keyOf } from './evidence-rows.ts';
import { leftByNewClaims } from './evidence-space.ts';
import { type EvidenceStore, reservedBytes } from './evidence-store.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { filmLimits, makeFilmPreviews } from './film-previews.ts';
import { filmLeaseMs, inFilmFolder } from './film-work.ts';
import { askedMark, filmKind, previewKey } from './preview-job.ts';

const retryDelaysMs = [10_000, minute, 10 * minute];

/** The processor's time that the films of one claim may take by themselves. */
export const filmBudgetMs = 20 * minute;

const spent =
  'The films of this claim took so much of the processor’s time that no more stills and copies of them are made unasked.';
const noPicture = 'There is no picture in it, or it is damaged.';
const unavailable = 'It could not be made: see Background.';

/** Makes stills of films, and copies that play, by ffmpeg: one at a time, claim by claim in turn. */
export function createFilmJob(services: {
  database: Database;
  store: Pick<EvidenceStore, 'read' | 'put' | 'remove' | 'pathOf' | 'freeBytes' | 'diskBytes'>;
  find: (id: string) => Promise<EvidenceRow | null>;
  /** Null where there is no ffmpeg any more. */
  ffmpeg?: Ffmpeg | null;
  /** Called after a result was stored. */
  onMade: () => void;
  limits?: typeof filmLimits;
}): JobKind {
  const { database, store, find, ffmpeg = null, onMade, limits = filmLimits } = services;

  return defineJob({
    kind: filmKind,
    title: 'Stills and copies of films',
    order: [
      sql`payload not like ${sql.lit(`%${askedMark}`)}`,
      sql`(select contacted_at is null from form_submissions where id = jobs.subject_id)`,
      sql`(select film_ms from form_submissions where id = jobs.subject_id)`,
    ],
    leaseMs: filmLeaseMs,
    // Only the handler gives a film up, so that it never waits for a job that has failed.
    retry: ({ attempts }, at) => at + (retryDelaysMs[attempts - 1] ?? hour),
    handle: async ({ payload, attempts }, { signal }) => {
      const id = payload?.replace(askedMark, '') ?? '';
      const row = await find(id);
      if (row?.preview_state !== 'waiting' || row.scan_state === 'waiting' || row.scan_state === 'infected')
        return done('Nothing to do.');
      if (!ffmpeg) return settle(row, 'none', null);
      if (id === payload && (await isSpent(row))) return settle(row, 'failed', spent);
      const isLast = attempts > retryDelaysMs.length;
      // A film that ended its process is not tried for ever.
      if (attempts > retryDelaysMs.length + 1) return giveUp(row, 'The attempts ended with their process.');
      try {
        return await inFilmFolder(ffmpeg.workFolder, (folder) => makePreviews(ffmpeg.program, row, folder, signal));
      } catch (error) {
        if (signal.aborted || !isLast) throw error;
        return giveUp(row, errorMessage(error));
      }
    },
  });

  async function isSpent({ submission_id: claimId }: EvidenceRow): Promise<boolean> {
    return (await readClaimTime(database, claimId, 'film_ms')) >= filmBudgetMs;
  }

  async function makePreviews(program: string, row: EvidenceRow, folder: string, signal: AbortSignal): Promise<JobResult> {
    const film = { path: await localPath(row, folder, signal), mediaType: row.media_type ?? '' };
    const { still, copy, note, processorMs } = await makeFilmPreviews(program, film, { folder, signal, limits });
    await addClaimTime(database, row.submission_id, 'film_ms', processorMs);
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

  async function settle(row: EvidenceRow, state: 'none' | 'ready' | 'failed', reason: string | null): Promise<JobResult> {
    const { numUpdatedRows } = await database.write((tx) =>
      tx
        .updateTable('evidence')
        .set({ preview_state: state, preview_reason: reason })
        .where('id', '=', row.id)
        .executeTakeFirst(),
    );
    // The file was removed in the meantime, and these were written after that.
    if (numUpdatedRows === 0n) await store.remove(keyOf(row));
    onMade();
    return done(reason ?? (state === 'none' ? 'No ffmpeg is set.' : 'Made.'));
  }

  async function giveUp(row: EvidenceRow, detail: string): Promise<JobResult> {
    await settle(row, 'failed', unavailable);
    return { kind: 'failed', attempt: { outcome: 'error', detail } };
  }
}

/** Where the copy that plays is kept, beside the original. */
export function copyKey(row: Pick<EvidenceRow, 'submission_id' | 'id'>): string {
  return `${keyOf(row)}.copy.mp4`;
}
