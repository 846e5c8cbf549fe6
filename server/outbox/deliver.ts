import type { Delivery, Mailer, Message } from '#server/mail/mailer.ts';
import { type Log, withoutAnswers, withoutLinkTokens, wordsOf } from '#server/ops/log.ts';
import type { Metrics } from '#server/ops/metrics.ts';
import type { DetailsCipher } from './email-details.ts';
import { type Addresses, type ClaimedLetter, writeLetter } from './letter.ts';
import type { Line } from './line.ts';
import type { Recovery } from './recovery.ts';
import { nextTryAt } from './retry.ts';
import type { OutboxStore, Settlement } from './store.ts';

/** Between attempts to settle: forty seconds in all, which is what a lease leaves after the longest try. */
const settlePausesMs = [100, 200, 400, 800, 1_600, 3_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000];

export type Deliver = (letter: ClaimedLetter, signal: AbortSignal) => Promise<void>;

/** Sends a letter that this sender holds, and settles what became of it. The signal says that the process is about to end. */
export function createDeliver(services: {
  store: OutboxStore;
  mailer: Mailer;
  addresses: Addresses;
  cipher: DetailsCipher;
  line: Line;
  recovery: Recovery;
  log: Log;
  metrics: Metrics;
  now: () => number;
}): Deliver {
  const { store, mailer, addresses, cipher, line, recovery, log, metrics, now } = services;

  return async function deliver(letter, signal) {
    const delivery = await send(letter, signal);
    const settlement = settlementOf(letter, delivery, signal);
    const held = await settle(letter, settlement, signal);
    report(letter, settlement, held);
  };

  async function send(letter: ClaimedLetter, signal: AbortSignal): Promise<Delivery> {
    let message: Message;
    try {
      message = writeLetter(letter, addresses, cipher.decrypt);
    } catch (error) {
      // A letter that cannot be written is our fault, not the visitor's: it waits for a version that can.
      return { kind: 'deferred', answer: `It could not be written: ${wordsOf(error)}` };
    }
    const answered = await mailer.send(message, signal);
    // A server may quote the letter, and what it says is kept.
    const delivery = { ...answered, answer: withoutLinkTokens(answered.answer) };
    if (!signal.aborted) {
      line.note({ ...delivery, answer: withoutAnswers(delivery.answer, letter.submission?.data ?? {}) });
      recovery.note(letter.id, delivery.kind);
    }
    return delivery;
  }

  function settlementOf(letter: ClaimedLetter, delivery: Delivery, signal: AbortSignal): Settlement {
    const at = now();
    if (delivery.kind === 'sent') return { kind: 'sent', at, delivery };
    if (signal.aborted) return { kind: 'released', delivery: null };
    if (delivery.kind === 'barred') return { kind: 'released', delivery };
    const until = delivery.kind === 'refused' ? null : nextTryAt(letter, at);
    return until === null ? { kind: 'givenUp', at, delivery } : { kind: 'waits', until, delivery };
  }

  /** A store that fails just now must not make a letter go out twice: it is asked again for as long as the lease holds. */
  async function settle(letter: ClaimedLetter, settlement: Settlement, signal: AbortSignal): Promise<boolean> {
    for (const pauseMs of settlePausesMs) {
      try {
        return await store.settle(letter, settlement, now());
      } catch (error) {
        if (signal.aborted || now() + pauseMs > letter.leaseUntil) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return store.settle(letter, settlement, now());
  }

  function report(letter: ClaimedLetter, settlement: Settlement, held: boolean) {
    const { kind, id, tries, submission } = letter;
    const answer = withoutAnswers(settlement.delivery?.answer ?? 'The process ends.', submission?.data ?? {});
    const facts = { reference: submission?.reference, kind, letter: id, tries };
    if (!held) return log.warn('lease lost', { ...facts, outcome: settlement.kind });
    if (settlement.kind === 'sent') {
      metrics.lettersSent.inc();
      metrics.timeToMailServer.observe((settlement.at - letter.createdAt) / 1_000);
      return log.info('letter sent', facts);
    }
    if (settlement.kind === 'givenUp') {
      metrics.lettersGivenUp.inc();
      return log.error('letter given up', { ...facts, answer });
    }
    metrics.lettersRetried.inc();
    const until = settlement.kind === 'waits' ? new Date(settlement.until).toISOString() : null;
    log.warn('letter waits', { ...facts, outcome: settlement.delivery?.kind ?? null, answer, until });
  }
}
