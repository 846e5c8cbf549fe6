import { setImmediate } from 'node:timers/promises';
import type { Database } from '#server/database/open.ts';
import type { Tx } from '#server/database/schema.ts';
import type { Actor, AuditEvent } from './audit-event.ts';
import { createAuditStore } from './audit-store.ts';

export type Audit = ReturnType<typeof createAudit>;

/** In one transaction: short enough that nobody notices. */
const batchSize = 500;

/** Who did what to what, in a chain that shows when one of its links was changed. */
export function createAudit({ database, now }: { database: Database; now: () => number }) {
  const store = createAuditStore(database);
  return {
    /** In the transaction of what it tells of: the one is not without the other. */
    recordIn: (tx: Tx, event: AuditEvent): Promise<void> => store.append(tx, event, now()),
    /** By itself: something was read, or failed. */
    record: (event: AuditEvent): Promise<void> => store.transaction((tx) => store.append(tx, event, now())),
    newest: store.newest,
    since: store.since,

    /**
     * Erases the details of personal acts from before then. That is put on record first: verifying allows no details to be gone
     * that no such event tells of.
     */
    eraseDetails: async (actor: Actor, before: number): Promise<void> => {
      if (!(await store.hasErasable(before))) return;
      await store.transaction((tx) => store.append(tx, { actor, act: 'details erased', details: { before } }, now()));
      while ((await store.eraseDetails(before, batchSize)) > 0) await setImmediate();
    },
  };
}
