import type { Database } from '#server/database/database.ts';
import { defineJob, done, type JobKind, type JobResult, retryAfter } from '#server/jobs/define-job.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import { type EvidenceRow, keyOf } from './evidence-rows.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { pictureLimits, readPicture } from './read-picture.ts';

export const previewKind = 'evidence-preview';

export const previewSizes = ['thumbnail', 'large'] as const;
export type PreviewSize = (typeof previewSizes)[number];

/**
 * The pauses between retries of errors that may not be the picture's: the store does not answer, the process cannot start, or took too
 * long.
 */
const retryDelaysMs = [10_000, 60_000, 600_000, 3_600_000];

const unavailable = 'It could not be made: see Background.';

/** A job that makes the previews of one picture, to be enqueued with its row, or after its scan. */
export function newPreviewJob({ id, submission_id: subjectId }: EvidenceRow, createdAt: number) {
  return { kind: previewKind, subjectId, payload: id, createdAt };
}

/** Where a preview is kept, beside its original. */
export function previewKey(row: Pick<EvidenceRow, 'submission_id' | 'id'>, size: PreviewSize): string {
  return `${keyOf(row)}.${size}.webp`;
}

/** Makes the previews of pictures, one at a time, and reads their time and place. */
export function createPreviewJob(services: {
  database: Database;
  store: Pick<EvidenceStore, 'read' | 'put' | 'remove'>;
  find: (id: string) => Promise<EvidenceRow | null>;
  metrics: Metrics;
  /** Called after a result was stored. */
  onMade: () => void;
  limits?: typeof pictureLimits;
}): JobKind {
  const { database, store, find, metrics, onMade, limits = pictureLimits } = services;
  const made = metrics.counter('kerbside_evidence_previews_total', 'Pictures that previews were made of.');
  const failed = metrics.counter('kerbside_evidence_previews_failed_total', 'Pictures that no preview could be made of.');

  return defineJob({
    kind: previewKind,
    title: 'Previews of evidence',
    retry: retryAfter(...retryDelaysMs),
    handle: async ({ payload, attempts }, { signal }) => {
      const row = await find(payload ?? '');
      if (!row || (row.preview_state !== 'waiting' && row.preview_reason !== unavailable)) return done('Nothing to do.');
      // The scan comes first, and enqueues this job again.
      if (row.scan_state === 'waiting' || row.scan_state === 'infected') return done('Not before it is scanned.');
      const isLast = attempts > retryDelaysMs.length;
      try {
        return await makePreviews(row, signal, isLast);
      } catch (error) {
        if (!signal.aborted && isLast) await storeFailure(row, unavailable);
        throw error;
      }
    },
  });

  async function makePreviews(row: EvidenceRow, signal: AbortSignal, isLast: boolean): Promise<JobResult> {
    const picture = await readPicture(await store.read(keyOf(row)), row.media_type ?? '', signal, limits);
    if (picture.kind === 'late' && !isLast) throw new Error(picture.reason);
    if (picture.kind !== 'read') {
      await storeFailure(row, picture.reason);
      return done(picture.reason);
    }
    for (const size of previewSizes) await store.put(previewKey(row, size), picture[size]);
    const { takenAt, ...facts } = picture.facts;
    const columns = { taken_at: takenAt, ...facts, width: picture.width, height: picture.height };
    const isThere = await update(row, { preview_state: 'ready', preview_reason: null, ...columns });
    // The file was removed in the meantime, and the previews were written after that.
    if (!isThere) await store.remove(keyOf(row));
    made.inc();
    return done(`${picture.width} × ${picture.height}.`);
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
