import { day } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { ffmpegTypes } from './ffmpeg.ts';
import { boxTypes } from './film-facts.ts';
import { newPreviewJob } from './preview-job.ts';

const batchSize = 100;

/**
 * Has the facts read of films that came before any were read, and stills made of those that came before ffmpeg was set. A film that says
 * nothing of itself is read again each time.
 */
export const earlierFilmsJob = defineJob({
  kind: 'evidence-earlier-films',
  title: 'Facts and stills of earlier films',
  next: every(day),
  isDueAtStart: true,
  handle: async (_, { renewLease, signal }, app) => {
    let [count, after] = [0, ''];
    for (let ids = ['']; ids.length > 0; after = ids.at(-1) ?? after) {
      signal.throwIfAborted();
      await renewLease();
      ids = await app.db.write((tx) => enqueueAfter(app, tx, after));
      count += ids.length;
    }
    return done(`${count} to be read.`);
  },
});

async function enqueueAfter({ env, now }: App, tx: Tx, after: string): Promise<string[]> {
  const films = await tx
    .selectFrom('evidence')
    .selectAll()
    .where('received_at', 'is not', null)
    .where('preview_state', '=', 'none')
    .where('scan_state', 'not in', ['waiting', 'infected'])
    .where((film) =>
      film.or([
        film.and([film('media_type', 'in', boxTypes), film('duration_ms', 'is', null), film('taken_at', 'is', null)]),
        ...(env.ffmpegPath ? [film('media_type', 'in', ffmpegTypes)] : []),
      ]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const ids = films.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await tx.updateTable('evidence').set({ preview_state: 'waiting' }).where('id', 'in', ids).execute();
  await enqueue(
    tx,
    films.map((film) => newPreviewJob(film, now())),
  );
  return ids;
}
