import { setImmediate } from 'node:timers/promises';
import type { Audit } from '#server/audit/audit.ts';
import { addReminders } from '#server/email/email-store.ts';
import type { PromiseStore } from './sla-store.ts';
import { isForOwners, warnings } from './warnings.ts';

/** Submissions warned of in one transaction. */
const batchSize = 25;

const keeper = { id: null, name: 'The promise keeper' };

/** Whom the last warning goes to. */
export type Owners = () => Promise<{ id: string; email: string }[]>;

/**
 * Warns of every promise that is about to be missed, once each; after an outage only the most severe warning is given.
 * Several may do so at once: each submission is taken by one. Answers how many were warned of.
 */
export function createKeeper(services: {
  store: PromiseStore;
  audit: Audit;
  owners: Owners;
  now: () => number;
  wakeWorker: () => void;
}) {
  const { store, audit, now } = services;

  return async function keepPromises(): Promise<number> {
    // Asked for before the transaction, which has SQLite's one connection to itself.
    const owners = (await services.owners()).map(({ email }) => email);
    let total = 0;
    for (;;) {
      const warned = await warn(owners);
      total += warned;
      if (warned < batchSize) break;
      await setImmediate();
    }
    if (total > 0) services.wakeWorker();
    return total;
  };

  function warn(owners: string[]): Promise<number> {
    return store.transaction(async (tx) => {
      const at = now();
      const taken = await store.take(tx, at, warnings, batchSize);
      for (const warned of taken) {
        const recipients = isForOwners(warned.hours) && owners.length > 0 ? owners : [null];
        await addReminders(tx, { template: `reminder-${warned.hours}`, subjectId: warned.id }, recipients, at);
      }
      for (const { id, hours } of taken)
        await audit.recordIn(tx, { actor: keeper, action: 'warned', subjectId: id, details: { hours } });
      return taken.length;
    });
  }
}
