import { perApp } from '#server/core/app.ts';
import { clientNetwork } from '#server/core/observability/network-limit.ts';

/** How many uploads may send at once. The page of a claim sends three, from each device on which it is open. */
export const uploadSlots = { perClaim: 8, perAddress: 60, perNetwork: 120, inAll: 400 };

/** An upload that sends less than this is ended. Three that share 30 kbit/s send as much in 13 seconds each. */
export const leastPace = { bytes: 16 * 1024, withinMs: 60_000 };

/** How long an upload that is ended has for its response, before its connection is closed. */
const answerWithinMs = 10_000;

/** How often uploads are looked at. */
const lookEveryMs = 5_000;

/** The request that sends an upload. */
type Sending = {
  /** How many bytes have come so far on its connection. */
  bytes: () => number;
  /** Whether everything that has come was read, and more is still to come. */
  waitsForSender: () => boolean;
  /** Closes its connection. */
  close: () => void;
};

/** `ending` is aborted when the upload should end. `makeRoom` ends one of a network that has more; false where none has. */
export type Place = { ending: AbortSignal; makeRoom: () => boolean };

/** `address`: null where it is not known. `sending`: null where the request did not come by HTTP. */
export type Sender = { address: string | null; sending: Sending | null };

type Held = Sender & {
  claimId: string;
  /** The network of the address. */
  customer: string | null;
  ending: AbortController;
  /** Closes the connection of one that does not end. */
  closing: NodeJS.Timeout | null;
  since: { at: number; bytes: number };
  /** The beginning of the time in which enough has to come. */
  pace: { at: number; bytes: number };
};

/**
 * Limits how many uploads this process receives at once, because each holds a connection and memory for as long as its sender likes: for
 * each claim, each address, each network and in all. An upload that sends less than `leastPace` is ended. Where all places are taken, the
 * network that has the most uploads gives up its slowest one for a new one of a network that has fewer, the new one counted; so it is with
 * room on the disk. One that is ended is answered first. A tus client resumes it.
 */
export function createUploadSlots(limits = uploadSlots, now = () => performance.now()) {
  const held = new Set<Held>();
  let timer: NodeJS.Timeout | null = null;

  function count(isCounted: (one: Held) => boolean): number {
    return [...held].filter(isCounted).length;
  }

  function hasRoom({ claimId, address, customer }: Held): boolean {
    if (count((one) => one.claimId === claimId) >= limits.perClaim) return false;
    if (address !== null && count((one) => one.address === address) >= limits.perAddress) return false;
    return customer === null || count((one) => one.customer === customer) < limits.perNetwork;
  }

  /** Ends the slowest upload of the network that has the most, where that has more than this one would; false where none has. */
  function takeFromLargest({ customer }: Held): boolean {
    const counts = new Map<string | null, number>();
    for (const one of held) if (one.sending) counts.set(one.customer, (counts.get(one.customer) ?? 0) + 1);
    const [largest] = [...counts].toSorted(([, some], [, others]) => others - some);
    if (!largest || largest[1] <= count((one) => one.customer === customer) + 1) return false;
    const at = now();
    const paceOf = ({ sending, since }: Held) => ((sending?.bytes() ?? 0) - since.bytes) / (at - since.at + 1);
    const [slowest] = [...held]
      .filter((one) => one.sending && one.customer === largest[0])
      .toSorted((one, other) => paceOf(one) - paceOf(other));
    if (slowest) end(slowest);
    return slowest !== undefined;
  }

  function end(one: Held): void {
    held.delete(one);
    one.ending.abort();
    one.closing = setTimeout(() => one.sending?.close(), answerWithinMs).unref();
  }

  /** Ends uploads that have not sent enough. What this process has not read yet is no fault of their sender. */
  function endStalled(at = now()): void {
    for (const one of held) {
      if (!one.sending || at - one.pace.at < leastPace.withinMs) continue;
      const bytes = one.sending.bytes();
      if (one.sending.waitsForSender() && bytes - one.pace.bytes < leastPace.bytes) end(one);
      else one.pace = { at, bytes };
    }
  }

  return {
    /** Runs an upload of a claim, which answers soon after it is asked to end; null where too many are being sent. */
    hold: async <T>(claimId: string, { address, sending }: Sender, upload: (place: Place) => Promise<T>): Promise<T | null> => {
      const start = { at: now(), bytes: sending?.bytes() ?? 0 };
      const customer = address === null ? null : clientNetwork(address);
      const ending = new AbortController();
      const mine: Held = { claimId, address, customer, sending, ending, closing: null, since: start, pace: start };
      if (!hasRoom(mine)) return null;
      if (held.size >= limits.inAll && !takeFromLargest(mine)) return null;
      held.add(mine);
      timer ??= setInterval(() => endStalled(), lookEveryMs).unref();
      try {
        return await upload({ ending: ending.signal, makeRoom: () => takeFromLargest(mine) });
      } finally {
        held.delete(mine);
        if (mine.closing) clearTimeout(mine.closing);
        if (held.size === 0 && timer) {
          clearInterval(timer);
          timer = null;
        }
      }
    },

    endStalled,
  };
}

/** The uploads that this process receives. */
export const uploadSlotsOf = perApp(() => createUploadSlots());
