import type { Database } from '#server/database/open.ts';
import type { Tx } from '#server/database/schema.ts';
import type { AuditEvent } from './event.ts';
import { createAuditStore } from './store.ts';

export type Audit = ReturnType<typeof createAudit>;

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
  };
}
