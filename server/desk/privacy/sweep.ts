import type { Database } from '#server/database/open.ts';
import { fileSize, rewrite } from '#server/database/rewrite.ts';
import { type Log, wordsOf } from '#server/ops/log.ts';
import type { JobStore } from '../jobs/store.ts';
import type { PrivacyStore } from './store.ts';

const job = 'sweep';
const megabyte = 1_000_000;

/** Up to this size the file is written anew at once: it takes a second. */
const sweptAtOnceBytes = 64 * megabyte;

/** Up to this size it is done in the night: visitors who send a form then wait for some seconds. */
const sweptAtNightBytes = 1_000 * megabyte;

export type Sweep = (when: 'at once' | 'at night') => Promise<void>;

/** After an erasure, takes out what SQLite has left of it in gaps and beside the file. PostgreSQL sees to its own. */
export function createSweep(services: {
  database: Database;
  store: PrivacyStore;
  jobs: JobStore;
  log: Log;
  now: () => number;
}): Sweep {
  const { database, store, jobs, log, now } = services;

  return async function sweep(when) {
    const size = await fileSize(database);
    if (size === null) return;
    await store.emptyLog();
    const erasedAt = await store.lastErasedAt();
    const sweptAt = (await jobs.state(job))?.succeeded_at ?? 0;
    if (erasedAt === null || erasedAt < sweptAt) return;
    if (size > (when === 'at once' ? sweptAtOnceBytes : sweptAtNightBytes)) {
      if (when === 'at night') log.warn('database not rewritten', { megabytes: Math.round(size / megabyte) });
      return;
    }
    try {
      const at = now();
      await rewrite(database);
      await jobs.note(job, at);
    } catch (error) {
      // The rows are gone all the same. The next night tries again.
      log.error('database not rewritten', { words: wordsOf(error) });
    }
  };
}
