import { minute } from '#forms/durations.ts';
import { createLruCache } from './lru-cache.ts';

/** The capacity of a bucket, and its refill rate. */
export type Allowance = { burst: number; perMinute: number };

/** The most keys at once; the least recently used is evicted first. */
const maxBuckets = 20_000;

/** A token bucket for each key, in bounded memory. Why not a library: docs/decisions/0018. */
export function createTokenBuckets({ burst, perMinute }: Allowance) {
  const buckets = createLruCache<{ tokens: number; at: number }>(maxBuckets);

  function refilled(name: string, now: number) {
    const bucket = buckets.get(name) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / minute) * perMinute);
    return { tokens, at: now };
  }

  return {
    /** Seconds until a token is there; 0 when one is there now. */
    waitSeconds: (name: string, now: number): number => {
      const { tokens } = refilled(name, now);
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perMinute) * 60);
    },

    /** Takes tokens. Below nothing the wait is as much longer. */
    take: (name: string, now: number, tokens = 1): void => {
      const bucket = refilled(name, now);
      bucket.tokens -= tokens;
      buckets.set(name, bucket);
    },

    size: () => buckets.size,
  };
}
