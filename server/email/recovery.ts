import type { CircuitBreaker } from './circuit-breaker.ts';
import type { EmailStore } from './email-store.ts';
import type { Delivery } from './mailer.ts';

const minute = 60_000;

/** While the mail server defers everything, one e-mail is retried after each of these pauses; the last one repeats. */
const probeDelaysMs = [10_000, 30_000, minute];

/** How many e-mails are retried when the server has accepted one, and how many more for each that it accepts then. */
const firstBatch = 5;
const perAccepted = 2;

/** The pause after a recovery in which no retried e-mail was accepted; it doubles up to the maximum. */
const failedPauseMs = minute;
const maxPauseMs = 60 * minute;

/**
 * The result of a retried e-mail is waited for as long as a lease lasts: where another instance sent it, this one never learns the
 * result.
 */
const resultWithinMs = 90_000;

type Recovery = { startedAt: number; lastBatchAt: number; allowance: number; inFlight: Set<string>; accepted: number };

export type DeferredRecovery = ReturnType<typeof createDeferredRecovery>;

/**
 * Retries what the mail server has deferred (451 and the like) as soon as it accepts e-mails again, instead of up to an hour later.
 *
 * A recovery begins when an e-mail is accepted. It retries each e-mail that was deferred before its beginning once: five, and two
 * more for each that is accepted, so that a server that defers again gets only a few. An e-mail that is deferred for reasons of its
 * own, such as a greylisted recipient, costs one attempt in each recovery, and the pauses grow between recoveries in which no
 * retried e-mail is accepted.
 *
 * While two or more e-mails in a row are deferred and none is accepted, the cause is the server: then one e-mail a minute is retried
 * as a probe, so that the end is noticed although each e-mail waits for an hour. At its start a process retries two, to find out
 * which cause it is.
 */
export function createDeferredRecovery({ store, now }: { store: Pick<EmailStore, 'retryDeferred'>; now: () => number }) {
  // An earlier process may have left deferred e-mails: the first accepted e-mail begins a recovery.
  let mayHaveDeferred = true;
  let current: Recovery | null = null;
  let failedRecoveries = 0;
  let notBefore = 0;
  let lastDeferred: string | null = null;
  let isServerDeferring = false;
  let probes = 0;
  let isStart = true;
  let probeAt = now();

  return {
    /** Updates the state with the result of an attempt. */
    record: (id: string, kind: Delivery['kind']): void => {
      if (kind === 'sent') accepted(id);
      if (kind === 'deferred' || kind === 'denied') deferred(id);
      current?.inFlight.delete(id);
      if (current?.allowance === 0 && current.inFlight.size === 0) end(current);
    },

    /** Makes e-mails due that may be retried now. */
    makeDue: async (): Promise<void> => {
      if (current && now() - current.lastBatchAt > resultWithinMs) end(current);
      if (current && current.allowance > 0) await retryBatch(current);
      if (now() < probeAt) return;
      probes += isStart ? 0 : 1;
      probeAt = isStart ? Number.POSITIVE_INFINITY : now() + probeDelay();
      // Two deferred in a row show that the cause is still the server.
      const limit = isStart ? 2 : 1;
      isStart = false;
      await store.retryDeferred(now(), { attemptedBefore: now(), limit });
    },

    /** When `makeDue` must be called at the latest. */
    nextAt: (): number => probeAt,
  };

  function accepted(id: string) {
    if (current) {
      current.allowance += perAccepted;
      if (current.inFlight.has(id)) current.accepted += 1;
    } else if (mayHaveDeferred && (isServerDeferring || now() >= notBefore)) begin();
    lastDeferred = null;
    isServerDeferring = false;
    probes = 0;
    probeAt = Number.POSITIVE_INFINITY;
  }

  function deferred(id: string) {
    mayHaveDeferred = true;
    // A retried e-mail that is deferred again says nothing about the server, which has accepted others since.
    if (current?.inFlight.has(id)) return;
    if (lastDeferred !== null && lastDeferred !== id) isServerDeferring = true;
    lastDeferred = id;
    if (isServerDeferring) probeAt = now() + probeDelay();
  }

  function probeDelay(): number {
    return probeDelaysMs[probes] ?? (probeDelaysMs.at(-1) as number);
  }

  function begin() {
    mayHaveDeferred = false;
    current = { startedAt: now(), lastBatchAt: now(), allowance: firstBatch, inFlight: new Set(), accepted: 0 };
  }

  async function retryBatch(recovery: Recovery): Promise<void> {
    const limit = recovery.allowance;
    const ids = await store.retryDeferred(now(), { attemptedBefore: recovery.startedAt, limit });
    recovery.allowance -= ids.length;
    for (const id of ids) recovery.inFlight.add(id);
    if (ids.length > 0) recovery.lastBatchAt = now();
    if (recovery.inFlight.size === 0) end(recovery);
  }

  function end({ startedAt, accepted }: Recovery) {
    current = null;
    const wasEmpty = accepted === 0 && !mayHaveDeferred;
    if (wasEmpty) return;
    failedRecoveries = accepted > 0 ? 0 : failedRecoveries + 1;
    notBefore = failedRecoveries === 0 ? startedAt : now() + Math.min(failedPauseMs * 2 ** (failedRecoveries - 1), maxPauseMs);
    // Begins another recovery for e-mails that were deferred while others were accepted.
    if (accepted > 0 && mayHaveDeferred) begin();
  }
}

/** After a shorter outage nothing is retried early: the first retries are due soon anyway. */
const shortOutageMs = 5_000;

/** How many e-mails are made due in one transaction. */
const outageBatch = 500;

export type OutageRecovery = ReturnType<typeof createOutageRecovery>;

/** Retries the e-mails that found the mail server unreachable, once it is ready again, even if it rejected our login in between. */
export function createOutageRecovery(services: {
  store: Pick<EmailStore, 'retryUnreachable'>;
  breaker: Pick<CircuitBreaker, 'state' | 'probeAt'>;
  now: () => number;
}) {
  const { store, breaker, now } = services;
  // An earlier process may have ended during an outage, for instance to correct a setting.
  let outageSince: number | null = Number.NEGATIVE_INFINITY;
  let isRecovering = false;

  return {
    /** Makes e-mails due that may be retried. Called at every tick; after an error it continues at the next. */
    makeDue: async (): Promise<void> => {
      const { server, since } = breaker.state();
      if (server !== 'ready') {
        outageSince ??= since;
        isRecovering = false;
        // `probeAt` is infinite once an attempt or check has succeeded.
      } else if (outageSince !== null && breaker.probeAt() === Number.POSITIVE_INFINITY) {
        isRecovering = since - outageSince > shortOutageMs;
        outageSince = null;
      }
      if (isRecovering) isRecovering = (await store.retryUnreachable(now(), outageBatch)) === outageBatch;
    },

    /** Whether more e-mails are to be made due. */
    isUnfinished: (): boolean => isRecovering,
  };
}
