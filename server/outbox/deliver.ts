import type { Mailer } from '#server/mail/mailer.ts';
import { type Log, wordsOf } from '#server/ops/log.ts';
import { type Addresses, type ClaimedLetter, writeLetter } from './letter.ts';
import { nextTryAt } from './retry.ts';
import type { OutboxStore } from './store.ts';

/** Longer than the mailer's own time limits together, so that a letter has one sender at a time. */
export const leaseMs = 120_000;

/** Letters on their way at once. */
const together = 5;

export type Deliver = (now: number) => Promise<number>;

/** Sends what is due and settles each letter; answers how many it took. Never throws for a letter's sake. */
export function createDeliver(services: {
  store: OutboxStore;
  mailer: Mailer;
  addresses: Addresses;
  log: Log;
  now: () => number;
}): Deliver {
  const { store, mailer, addresses, log } = services;

  return async function deliver(now) {
    const letters = await store.claim(now, leaseMs, together);
    await Promise.all(letters.map(deliverOne));
    return letters.length;
  };

  async function deliverOne(letter: ClaimedLetter) {
    const facts = { reference: letter.reference, letter: letter.id, tries: letter.tries };
    const delivery = await send(letter);
    if (delivery.kind === 'sent') {
      const held = await store.markSent(letter, services.now(), delivery.answer);
      return log.info('letter sent', { ...facts, held });
    }
    const at = delivery.kind === 'refused' ? null : nextTryAt(letter, services.now());
    if (at === null) {
      await store.markGivenUp(letter, services.now(), delivery.answer);
      return log.error('letter given up', { ...facts, answer: delivery.answer });
    }
    await store.retryAt(letter, at, delivery.answer);
    log.warn('letter waits', { ...facts, answer: delivery.answer, until: new Date(at).toISOString() });
  }

  async function send(letter: ClaimedLetter): ReturnType<Mailer['send']> {
    try {
      return await mailer.send(await writeLetter(letter, addresses));
    } catch (error) {
      // A letter that cannot be written is our fault, not the visitor's: it waits for a version that can.
      return { kind: 'failed', answer: wordsOf(error) };
    }
  }
}
