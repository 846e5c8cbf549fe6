import { setImmediate } from 'node:timers/promises';
import type { Audit } from '#server/audit/audit.ts';
import type { Actor } from '#server/audit/audit-event.ts';
import { removeMailFiles } from './mail-files.ts';
import type { Held, PrivacyStore } from './privacy-store.ts';

/** In one transaction: short enough that no visitor notices. */
const batchSize = 20;

/**
 * What became of an erasure. `gone`: was erased before. `beingSent`: a letter about it is on its way at this moment, and would be
 * written down after it; it can be erased in a minute.
 */
export type Erased = { erased: string[]; gone: string[]; beingSent: string[] };

export type Erase = (actor: Actor, ids: string[], reason: string) => Promise<Erased>;

/** Erases submissions with all that belongs to them, so that nothing of what was sent is left here. A tombstone tells that. */
export function createErase(services: {
  store: PrivacyStore;
  audit: Audit;
  now: () => number;
  /** Where letters are kept as files; null where they are not. */
  mailFolder: string | null;
}): Erase {
  const { store, audit, now, mailFolder } = services;

  return async function erase(actor, ids, reason) {
    const total: Erased = { erased: [], gone: [], beingSent: [] };
    for (let from = 0; from < ids.length; from += batchSize) {
      const batch = ids.slice(from, from + batchSize);
      // First the files: should one not go, the rows that know of it stay.
      await removeFiles(await store.letterIds(batch));
      const held = await eraseBatch(actor, batch, reason);
      const erased = held.filter(({ isBeingSent }) => !isBeingSent);
      // And those that were written between the two.
      await removeFiles(erased.flatMap(({ letterIds }) => letterIds));
      const there = new Set(held.map(({ id }) => id));
      total.erased.push(...erased.map(({ id }) => id));
      total.gone.push(...batch.filter((id) => !there.has(id)));
      total.beingSent.push(...held.filter(({ isBeingSent }) => isBeingSent).map(({ id }) => id));
      await setImmediate();
    }
    return total;
  };

  function eraseBatch(actor: Actor, ids: string[], reason: string): Promise<Held[]> {
    return store.transaction(async (tx) => {
      const held = await store.hold(tx, ids, now());
      const free = held.filter(({ isBeingSent }) => !isBeingSent);
      if (free.length > 0) await store.erase(tx, free, { at: now(), by: actor.name, reason });
      for (const { id, reference, form } of free)
        await audit.recordIn(tx, { actor, action: 'erased', subjectId: id, details: { reference, form, reason } });
      return held;
    });
  }

  async function removeFiles(letterIds: string[]): Promise<void> {
    if (mailFolder !== null) await removeMailFiles(mailFolder, new Set(letterIds));
  }
}
