import { day, hour } from '#forms/durations.ts';
import { unfinishedAfterMs } from '#forms/evidence-rules.ts';
import { defineJob, done, every, type JobKind } from '#server/core/jobs/define-job.ts';
import { createKeepGoing } from '#server/core/jobs/keep-going.ts';
import { type EvidenceRows, keyOf } from './evidence-rows.ts';
import type { EvidenceSpace } from './evidence-space.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { removeFilmWork } from './film-work.ts';

/**
 * How long bytes without a row are left alone, unless their claim was erased. A row may have been written by a machine with another
 * clock.
 */
const strayAfterMs = day;

/**
 * While the disk is short, an unfinished upload of a claim that nobody has contacted is removed this long after it was last written
 * to.
 */
const unfinishedWhenShortAfterMs = hour;

const batchSize = 100;

/** Removes uploads that nobody finished, bytes whose claim is gone, and what work on films left behind. */
export function createEvidenceCleanup(services: {
  rows: EvidenceRows;
  store: EvidenceStore;
  space: EvidenceSpace;
  /** Where work on films is done, also while no ffmpeg is set: it may have been. */
  workFolder?: string;
  now: () => number;
}): JobKind {
  const { rows, store, space, workFolder, now } = services;
  return defineJob({
    kind: 'evidence-cleanup',
    title: 'Removing unfinished uploads',
    next: every(hour),
    handle: async (_, run) => {
      const keepGoing = createKeepGoing(run, now);
      if (workFolder) await removeFilmWork(workFolder, now());
      let unfinished = 0;
      for (;;) {
        const batch = await rows.unfinished(now() - unfinishedAfterMs, batchSize);
        for (const row of batch) {
          await keepGoing();
          if (!(await rows.giveUp(row.id))) continue;
          await store.remove(keyOf(row));
          unfinished += 1;
        }
        if (batch.length < batchSize) break;
      }
      const isShort = await space.isShort();
      let strays = 0;
      for await (const { key, changedAt } of store.keys()) {
        await keepGoing();
        const [submissionId = '', id = ''] = key.split('/');
        const row = await rows.find(id);
        if (row && keyOf(row) === key) {
          if (!isShort || row.received_at !== null || changedAt > now() - unfinishedWhenShortAfterMs) continue;
          if ((await rows.isContacted(submissionId)) || !(await rows.giveUp(id))) continue;
          await store.remove(key);
          unfinished += 1;
          continue;
        }
        const claim = await rows.claimState(submissionId);
        // Files of an unknown claim belong to another installation, to other users of the bucket, or to claims newer than the backup
        // that was restored: they are not ours to remove.
        if (claim === 'unknown' || (claim === 'stored' && changedAt > now() - strayAfterMs)) continue;
        await store.remove(key);
        strays += 1;
      }
      return done(`${unfinished} unfinished and ${strays} stray removed.`);
    },
  });
}
