import type { Database } from '#server/database/open.ts';
import { type Log, wordsOf } from '#server/ops/log.ts';
import type { JobStore } from '../jobs/store.ts';
import type { SearchStore } from '../search/store.ts';
import type { PrivacyStore } from './store.ts';

const logJob = 'sweep of the log';
const indexJob = 'sweep of the search index';
const fileJob = 'sweep';
const megabyte = 1_000_000;

/** Up to this size the file is written anew at once: who sends a form meanwhile waits for some tenths of a second. */
const sweptAtOnceBytes = 16 * megabyte;

/** Up to this size it is done in the night: who sends a form then waits for some seconds. */
const sweptAtNightBytes = 1_000 * megabyte;

export type Sweep = (when: 'at once' | 'at night') => Promise<void>;

/**
 * After an erasure, takes out what SQLite has left of it in the search index, in the log beside the file and in the file's gaps. What could not be done,
 * because another program was reading or the file is large, is done by a later sweep: `jobs` holds up to which erasure each was done.
 */
export function createSweep(services: {
  database: Database;
  store: PrivacyStore;
  jobs: JobStore;
  search: SearchStore;
  log: Log;
  now: () => number;
}): Sweep {
  const { database, store, jobs, search, log, now } = services;
  const { file } = database;
  let last: Promise<void> = Promise.resolve();

  async function sweep(when: 'at once' | 'at night'): Promise<void> {
    const erasure = await store.lastErasure();
    if (file === null || erasure === null) return;
    const isNight = when === 'at night';
    const isDue = async (job: string) => (await jobs.state(job))?.words !== erasure;
    const emptyLog = async () => {
      const isEmpty = await file.emptyLog();
      if (isEmpty) await jobs.note(logJob, now(), erasure);
      else if (isNight) log.warn('erased data still in the log', { words: 'Another program keeps a reading transaction open.' });
      return isEmpty;
    };

    const { file: size } = file.sizes();
    const isSmall = size <= (isNight ? sweptAtNightBytes : sweptAtOnceBytes);
    if ((isNight || isSmall) && (await isDue(indexJob))) {
      await search.rewriteIndex();
      await jobs.note(indexJob, now(), erasure);
      // The log still has the pages as they were.
      await jobs.note(logJob, now(), null);
    }
    const isLogEmpty = (await isDue(logJob)) ? await emptyLog() : true;
    if (!(await isDue(fileJob))) return;
    if (!isSmall) {
      if (isNight) log.warn('database not rewritten', { megabytes: Math.round(size / megabyte) });
      return;
    }
    // While another program reads, the log grows by a whole file each time: once at most, and not with each erasure.
    if (!isLogEmpty && (!isNight || file.sizes().log > size)) return;
    await file.rewrite();
    await jobs.note(fileJob, now(), erasure);
    // What was in the gaps is in the file until the log, which now holds the file anew, is brought into it.
    await jobs.note(logJob, now(), null);
    await emptyLog();
  }

  return (when) => {
    last = last
      .then(() => sweep(when))
      // The rows are gone all the same. The next sweep tries again.
      .catch((error) => log.error('database not swept', { words: wordsOf(error) }));
    return last;
  };
}
