import { createHash } from 'node:crypto';
import type { Database } from '#server/core/database/database.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import type { EvidenceStore } from '#server/files/evidence-store.ts';

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

export type Receive = ReturnType<typeof createReceiveInbound>;

/**
 * Keeps an e-mail, whichever way it came: first its bytes, then its row and the job that reads it. Only then is it acknowledged. `alsoIn` is
 * done in the same transaction; where it says no, another process has the e-mail, and nothing is kept. Nor is one that the product sent itself.
 */
export function createReceiveInbound(services: {
  database: Database;
  store: Pick<EvidenceStore, 'put' | 'remove'>;
  /** For an e-mail that the product sent itself: what notes that it came; null for any other. */
  canaryIn: (raw: Uint8Array) => ((tx: Tx) => Promise<unknown>) | null;
  now: () => number;
  wakeWorker: () => void;
}) {
  const { database, store, canaryIn, now, wakeWorker } = services;

  return async function receive(
    raw: Uint8Array,
    way: 'post' | 'imap',
    alsoIn: (tx: Tx) => Promise<boolean> = async () => true,
  ): Promise<string | null> {
    const noteCanary = canaryIn(raw);
    if (noteCanary) {
      await database.write(async (tx) => (await alsoIn(tx)) && noteCanary(tx));
      return null;
    }
    const receivedAt = now();
    const id = makeId(receivedAt);
    await store.put(rawKeyOf(id), raw);
    const isKept = await database.write(async (tx) => {
      if (!(await alsoIn(tx))) return false;
      const sha256 = createHash('sha256').update(raw).digest('hex');
      const email = { id, received_at: receivedAt, way, size: raw.length, sha256, state: 'waiting' as const };
      await tx.insertInto('inbound_emails').values(email).execute();
      await enqueue(tx, [{ kind: inboundKind, payload: id, createdAt: receivedAt }]);
      return true;
    });
    if (isKept) wakeWorker();
    else await store.remove(rawKeyOf(id));
    return isKept ? id : null;
  };
}
