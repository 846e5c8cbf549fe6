import { createHash } from 'node:crypto';
import type { App } from '#server/core/app.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { canaryArrival } from '#server/operations/canary/canary-mark.ts';

/** The job that reads an e-mail; its payload is the e-mail's id. */
export const inboundKind = 'inbound-email';

/**
 * The longest e-mail that is kept: 25 MB of files, which the great mail providers take, are 34 MB of email. Of a longer one these bytes are kept
 * and one more, by which it is known.
 */
export const maxEmailBytes = 36 * 1024 ** 2;

/** Where an e-mail is kept as it came, in the store of files. */
export const rawKeyOf = (id: string): string => `${rawFolder}/${id}`;
export const rawFolder = 'inbound';

/**
 * Keeps an e-mail, whichever way it came: first its bytes, then its row and the job that reads it. Only then is it acknowledged. `alsoIn` is
 * done in the same transaction; where it says no, another process has the e-mail, and nothing is kept. Nor is one that the product sent itself.
 */
export async function receiveEmail(
  app: App,
  raw: Uint8Array,
  way: 'post' | 'imap',
  alsoIn: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<string | null> {
  const noteCanary = canaryArrival(app, raw);
  if (noteCanary) {
    await app.db.write(async (tx) => (await alsoIn(tx)) && noteCanary(tx));
    return null;
  }
  const receivedAt = app.now();
  const id = makeId(receivedAt);
  await app.files.put(rawKeyOf(id), raw);
  const isKept = await app.db.write(async (tx) => {
    if (!(await alsoIn(tx))) return false;
    const sha256 = createHash('sha256').update(raw).digest('hex');
    const email = { id, received_at: receivedAt, way, size: raw.length, sha256, state: 'waiting' as const };
    await tx.insertInto('inbound_emails').values(email).execute();
    await enqueue(tx, [{ kind: inboundKind, payload: id, createdAt: receivedAt }]);
    return true;
  });
  if (isKept) app.jobs.wake();
  else await app.files.remove(rawKeyOf(id));
  return isKept ? id : null;
}
