import { day, hour } from '#forms/durations.ts';
import { unfinishedAfterMs } from '#forms/evidence-rules.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { createKeepGoing } from '#server/core/jobs/keep-going.ts';
import { claimState, findRow, giveUpRow, isContacted, keyOf, unfinishedRows } from './evidence-rows.ts';
import { spaceOf } from './evidence-space.ts';
import { filmFolderOf } from './film-job.ts';
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
export const cleanupJob = defineJob({
  kind: 'evidence-cleanup',
  title: 'Removing unfinished uploads',
  next: every(hour),
  handle: async (_, run, app) => {
    const { files: store, now } = app;
    const keepGoing = createKeepGoing(run, now);
    // Also while no ffmpeg is set: it may have been.
    await removeFilmWork(filmFolderOf(app), now());
    let unfinished = 0;
    for (;;) {
      const batch = await unfinishedRows(app, now() - unfinishedAfterMs, batchSize);
      for (const row of batch) {
        await keepGoing();
        if (!(await giveUpRow(app, row.id))) continue;
        await store.remove(keyOf(row));
        unfinished += 1;
      }
      if (batch.length < batchSize) break;
    }
    const isShort = await spaceOf(app).isShort();
    let strays = 0;
    for await (const { key, changedAt } of store.keys()) {
      await keepGoing();
      const [submissionId = '', id = ''] = key.split('/');
      const row = await findRow(app, id);
      if (row && keyOf(row) === key) {
        if (!isShort || row.received_at !== null || changedAt > now() - unfinishedWhenShortAfterMs) continue;
        if ((await isContacted(app, submissionId)) || !(await giveUpRow(app, id))) continue;
        await store.remove(key);
        unfinished += 1;
        continue;
      }
      const claim = await claimState(app, submissionId);
      // Files of an unknown claim belong to another installation, to other users of the bucket, or to claims newer than the backup
      // that was restored: they are not ours to remove.
      if (claim === 'unknown' || (claim === 'stored' && changedAt > now() - strayAfterMs)) continue;
      await store.remove(key);
      strays += 1;
    }
    return done(`${unfinished} unfinished and ${strays} stray removed.`);
  },
});
