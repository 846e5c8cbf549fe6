import type { Database } from '#server/database/open.ts';
import { defineJob, done, every } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import type { SearchStore } from '#server/submissions/search/search-store.ts';
import type { PrivacyStore } from './privacy-store.ts';

const kind = 'purge';
const minute = 60_000;
const megabyte = 1_000_000;

/** Up to this size the file is written anew at once: who sends a form meanwhile waits for some tenths of a second. */
const sweptAtOnceBytes = 16 * megabyte;

/** Up to this size it is done in the night: who sends a form then waits for some seconds. */
const sweptAtNightBytes = 1_000 * megabyte;

const nothingLeft = 'Nothing is left.';
const logLeft = 'The log is still to be emptied: another program reads the database.';

/** The last erasure after which each was swept. */
type Swept = { index: string | null; log: string | null; file: string | null };

export type Sweep = (when: 'at once' | 'at night') => Promise<void>;

/**
 * After an erasure, takes out what SQLite has left of it in the search index, in the log beside the file and in the file's gaps.
 * What could not be done, because another program was reading or the file is large, is done by a later sweep: the job's payload
 * holds up to which erasure each was done.
 */
export function createSweep(services: {
  database: Database;
  store: PrivacyStore;
  queue: JobQueue;
  search: SearchStore;
  log: Log;
  now: () => number;
}) {
  const { database, store, queue, search, log, now } = services;
  const { file } = database;
  let last: Promise<unknown> = Promise.resolve();

  /** Answers what is left to do. */
  async function sweep(when: 'at once' | 'at night'): Promise<string> {
    const erasure = await store.lastErasure();
    if (file === null || erasure === null) return nothingLeft;
    const isNight = when === 'at night';
    const swept: Swept = { index: null, log: null, file: null, ...JSON.parse((await queue.recurring(kind))?.payload ?? '{}') };
    const note = (change: Partial<Swept>) => queue.setPayload(kind, JSON.stringify(Object.assign(swept, change)), now());
    const emptyLog = async () => {
      const isEmpty = await file.emptyLog();
      if (isEmpty) await note({ log: erasure });
      else if (isNight)
        log.warn('erased data still in the write-ahead log', { error: 'Another program keeps a reading transaction open.' });
      return isEmpty;
    };

    const { file: size } = file.sizes();
    const isSmall = size <= (isNight ? sweptAtNightBytes : sweptAtOnceBytes);
    if ((isNight || isSmall) && swept.index !== erasure) {
      await search.rewriteIndex();
      // The log still has the pages as they were.
      await note({ index: erasure, log: null });
    }
    const isLogEmpty = swept.log === erasure || (await emptyLog());
    if (swept.file === erasure) return isLogEmpty ? nothingLeft : logLeft;
    if (!isSmall) {
      if (isNight) log.warn('vacuum skipped', { megabytes: Math.round(size / megabyte) });
      return 'The database file is large: it is written anew in the night.';
    }
    // While another program reads, the log grows by a whole file each time: once at most, and not with each erasure.
    if (!isLogEmpty && (!isNight || file.sizes().log > size)) return logLeft;
    await file.rewrite();
    // What was in the gaps is in the file until the log, which now holds the file anew, is brought into it.
    await note({ file: erasure, log: null });
    return (await emptyLog()) ? nothingLeft : logLeft;
  }

  /** One at a time. */
  function sweepNext(when: 'at once' | 'at night'): Promise<string> {
    const next = last.then(() => sweep(when));
    last = next.catch(() => {});
    return next;
  }

  return {
    sweep: (async (when) => {
      // The rows are gone all the same. The next sweep tries again.
      await sweepNext(when).catch((error) => log.error('purge failed', { error: errorMessage(error) }));
    }) satisfies Sweep,
    job: defineJob({
      kind,
      title: 'Clearing what erasures leave in the database file',
      next: every(minute),
      handle: async () => done(await sweepNext('at once')),
    }),
  };
}
