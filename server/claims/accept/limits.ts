import { createHash } from 'node:crypto';
import { megabyte } from '#forms/file-size.ts';
import type { FormDefinition } from '#forms/form.ts';
import { createLruCache } from '#server/core/observability/lru-cache.ts';
import { clientNetwork, createNetworkLimit } from '#server/core/observability/network-limit.ts';
import type { Allowance } from '#server/core/observability/token-buckets.ts';
import { duplicateWindowMs } from '../duplicates.ts';
import type { SentSubmission } from '../stored-submission.ts';
import { freeTexts } from './spam-score.ts';

/** The limit for each IP address. A mobile carrier has thousands of phones behind one, so five a second are normal. */
export const addressAllowance: Allowance = { burst: 300, perMinute: 300 };

/** What a /48 of IPv6, which one customer may have, sends and stores as a multiple of one address. */
const networkFactor = 3;

/** So many bytes, and as many again in a day. */
function dailyBytes(bytes: number): Allowance {
  return { burst: bytes, perMinute: bytes / (24 * 60) };
}

/**
 * The limits in bytes of the store, so that nobody fills the disk within the limit in numbers: for each IP address as much as 25,000
 * ordinary claims a day.
 */
export const storedAllowances = { client: dailyBytes(128 * megabyte), network: dailyBytes(networkFactor * 128 * megabyte) };

/** What the store has of a submission beside its answers: search words, jobs, e-mails and the events of the audit trail. */
const bytesBeside = 4 * 1024;

export type Admission =
  /** `timesBefore`: how often the same text came from this IP address, or /48 of IPv6, in the last ten minutes. */
  { kind: 'admitted'; timesBefore: number } | { kind: 'limited'; retryAfterSeconds: number };

export type Limits = ReturnType<typeof createLimits>;

/** What limits need to know of a submission besides its answers: its form and the client's IP address, where it is known. */
type Sent = { form: FormDefinition; address?: string | null };

/**
 * The rate limit per IP address and per /48 of IPv6. There is none per e-mail address, because a person who types somebody else's could
 * lock that person out. A repeat is not counted: the same answers under the same key at any time, or without a key within ten minutes.
 * Other answers under a known key are not a repeat.
 */
export function createLimits(allowance = addressAllowance) {
  const network = { burst: networkFactor * allowance.burst, perMinute: networkFactor * allowance.perMinute };
  const addresses = createNetworkLimit({ client: allowance, network });
  const stored = createNetworkLimit(storedAllowances);
  const keyed = createRepeatCounter({ spanMs: Number.POSITIVE_INFINITY });
  const unkeyed = createRepeatCounter({ spanMs: duplicateWindowMs });
  const texts = createRepeatCounter({ spanMs: duplicateWindowMs });

  return {
    admit: (incoming: Sent, submission: SentSubmission): Admission => {
      const { idempotencyKey, contentHash } = submission;
      const admitted = idempotencyKey === null ? unkeyed : keyed;
      const sent = `${contentHash} ${idempotencyKey}`;
      if (admitted.times(sent, submission.createdAt) > 0) return { kind: 'admitted', timesBefore: 0 };
      const now = submission.createdAt;
      const address = incoming.address ?? null;
      if (address !== null) {
        const retryAfterSeconds = Math.max(addresses.waitSeconds(address, now), stored.waitSeconds(address, now));
        if (retryAfterSeconds > 0) return { kind: 'limited', retryAfterSeconds };
        addresses.take(address, now);
        stored.take(address, now, bytesOf(submission));
      }
      admitted.add(sent, now);
      return { kind: 'admitted', timesBefore: address === null ? 0 : countText(address, incoming, submission) };
    },
  };

  function countText(address: string, incoming: Sent, submission: SentSubmission): number {
    const key = textKey(address, incoming, submission);
    if (key === null) return 0;
    const before = texts.times(key, submission.createdAt);
    texts.add(key, submission.createdAt);
    return before;
  }
}

function bytesOf({ data }: SentSubmission): number {
  return Object.values(data).reduce((sum, answer) => sum + Buffer.byteLength(answer), bytesBeside);
}

/** Texts shorter than this are not counted, because different people send the same: "please call me". */
const shortestCountedText = 20;

function textKey(address: string, { form }: Sent, { data }: SentSubmission): string | null {
  const longest = freeTexts(form, data).reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest.length < shortestCountedText) return null;
  return createHash('sha256')
    .update(JSON.stringify([clientNetwork(address), longest]))
    .digest('base64');
}

/** Counts how often a key came within a span of time. Memory is limited: the least recently used key is dropped first. */
export function createRepeatCounter({ spanMs, limit = 20_000 }: { spanMs: number; limit?: number }) {
  const counts = createLruCache<{ times: number; since: number }>(limit);

  function find(key: string, now: number) {
    const entry = counts.get(key);
    return entry && Math.abs(now - entry.since) < spanMs ? entry : null;
  }

  return {
    times: (key: string, now: number): number => find(key, now)?.times ?? 0,

    add: (key: string, now: number): void => {
      const entry = find(key, now) ?? { times: 0, since: now };
      counts.set(key, { ...entry, times: entry.times + 1 });
    },
  };
}
