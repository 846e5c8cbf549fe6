import type { EmailStore } from './email-store.ts';
import type { Delivery } from './mailer.ts';

const minute = 60_000;

/** While the mail server defers everything, one e-mail is retried after each of these pauses; the last one repeats. */
const probeDelaysMs = [10_000, 30_000, minute];

/** E-mails brought forward when it has accepted one, and with each further one that it accepts. */
const firstBatch = 5;
const perAccepted = 2;

/** After a recovery in which nothing that was brought forward was accepted; doubles up to the longest. */
const fruitlessPauseMs = minute;
const longestPauseMs = 60 * minute;

/** As long as a lease: what another instance has taken is not heard of here. */
const heardOfWithinMs = 90_000;

type Stream = { startedAt: number; fedAt: number; allowance: number; underWay: Set<string>; accepted: number };

export type Recovery = ReturnType<typeof createRecovery>;

/**
 * Retries what the mail server has deferred (451 and the like) as soon as it accepts e-mails again, instead of up to an hour later.
 *
 * A recovery begins when an e-mail is accepted. It brings each e-mail that was deferred before its beginning forward once: five,
 * and two more for each that is accepted, so that a server that defers again is left alone after a few. An e-mail that is
 * deferred for reasons of its own, such as a greylisted recipient, costs one attempt a recovery, and recoveries in which nothing
 * that was brought forward is accepted are ever further apart.
 *
 * While two or more e-mails in a row are deferred and none is accepted, the trouble is the server's: then one e-mail a minute is
 * brought forward as a probe, so that its end is noticed although each e-mail waits for an hour. A process that starts tries two, to
 * know which it is.
 */
export function createRecovery({ store, now }: { store: Pick<EmailStore, 'retryDeferred'>; now: () => number }) {
  // What an earlier process was told is not known: the first accepted e-mail begins a recovery.
  let mayHaveDeferred = true;
  let stream: Stream | null = null;
  let fruitless = 0;
  let notBefore = 0;
  let lastDeferred: string | null = null;
  let isServersTrouble = false;
  let probes = 0;
  let isStart = true;
  let probeAt = now();

  return {
    /** Takes in what became of an attempt. */
    note: (id: string, kind: Delivery['kind']): void => {
      if (kind === 'sent') accepted(id);
      if (kind === 'deferred') deferred(id);
      stream?.underWay.delete(id);
      if (stream?.allowance === 0 && stream.underWay.size === 0) end(stream);
    },

    /** Makes due what may be retried now. */
    bringForward: async (): Promise<void> => {
      if (stream && now() - stream.fedAt > heardOfWithinMs) end(stream);
      if (stream && stream.allowance > 0) await feed(stream);
      if (now() < probeAt) return;
      probes += isStart ? 0 : 1;
      probeAt = isStart ? Number.POSITIVE_INFINITY : now() + probeDelay();
      // Two that are deferred show that the trouble is still the server's.
      const limit = isStart ? 2 : 1;
      isStart = false;
      await store.retryDeferred(now(), { triedBefore: now(), limit });
    },

    /** When `bringForward` should be called at the latest. */
    nextAt: (): number => probeAt,
  };

  function accepted(id: string) {
    if (stream) {
      stream.allowance += perAccepted;
      if (stream.underWay.has(id)) stream.accepted += 1;
    } else if (mayHaveDeferred && (isServersTrouble || now() >= notBefore)) begin();
    lastDeferred = null;
    isServersTrouble = false;
    probes = 0;
    probeAt = Number.POSITIVE_INFINITY;
  }

  function deferred(id: string) {
    mayHaveDeferred = true;
    // One that was brought forward tells nothing new of the server: others were accepted meanwhile.
    if (stream?.underWay.has(id)) return;
    if (lastDeferred !== null && lastDeferred !== id) isServersTrouble = true;
    lastDeferred = id;
    if (isServersTrouble) probeAt = now() + probeDelay();
  }

  function probeDelay(): number {
    return probeDelaysMs[probes] ?? (probeDelaysMs.at(-1) as number);
  }

  function begin() {
    mayHaveDeferred = false;
    stream = { startedAt: now(), fedAt: now(), allowance: firstBatch, underWay: new Set(), accepted: 0 };
  }

  async function feed(current: Stream): Promise<void> {
    const limit = current.allowance;
    const ids = await store.retryDeferred(now(), { triedBefore: current.startedAt, limit });
    current.allowance -= ids.length;
    for (const id of ids) current.underWay.add(id);
    if (ids.length > 0) current.fedAt = now();
    if (current.underWay.size === 0) end(current);
  }

  function end({ startedAt, accepted }: Stream) {
    stream = null;
    const broughtNothing = accepted === 0 && !mayHaveDeferred;
    if (broughtNothing) return;
    fruitless = accepted > 0 ? 0 : fruitless + 1;
    notBefore = fruitless === 0 ? startedAt : now() + Math.min(fruitlessPauseMs * 2 ** (fruitless - 1), longestPauseMs);
    // What was deferred while others were accepted gets its turn as well.
    if (accepted > 0 && mayHaveDeferred) begin();
  }
}
