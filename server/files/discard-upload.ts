import { errorMessage, type Log } from '#server/core/observability/log.ts';
import type { EvidenceRows } from './evidence-rows.ts';
import type { EvidenceStore } from './evidence-store.ts';

/** Removes an upload that cannot become evidence any more. */
export type DiscardUpload = (key: string) => Promise<void>;

/**
 * The bytes go first: on a full disk the row can be deleted only once they have given back their room. What cannot be removed now is
 * left to the cleanup. A file that became evidence in the meantime stays.
 */
export function createDiscardUpload(services: {
  rows: Pick<EvidenceRows, 'find' | 'giveUp'>;
  store: Pick<EvidenceStore, 'remove'>;
  log: Log;
}): DiscardUpload {
  const { rows, store, log } = services;

  return async function discardUpload(key) {
    const id = key.split('/')[1] ?? '';
    const attempt = (work: Promise<unknown>) =>
      work.catch((error: unknown) => log.error('upload not removed', { id, error: errorMessage(error) }));
    const row = await rows.find(id);
    if (row && row.received_at !== null) return;
    await attempt(store.remove(key));
    await attempt(rows.giveUp(id));
  };
}
