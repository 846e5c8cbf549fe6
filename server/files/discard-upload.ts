import type { App } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { findRow, giveUpRow } from './evidence-rows.ts';

/**
 * Removes an upload that cannot become evidence any more. The bytes go first: on a full disk the row can be deleted only once they have given
 * back their room. What cannot be removed now is left to the cleanup. A file that became evidence in the meantime stays.
 */
export async function discardUpload(app: App, key: string): Promise<void> {
  const id = key.split('/')[1] ?? '';
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => app.log.error('upload not removed', { id, error: errorMessage(error) }));
  const row = await findRow(app, id);
  if (row && row.received_at !== null) return;
  await attempt(app.files.remove(key));
  await attempt(giveUpRow(app, id));
}
