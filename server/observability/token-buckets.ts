import { LRUCache } from 'lru-cache';

/** How much may come at once, and how fast it grows back. */
export type Allowance = { burst: number; perMinute: number };

/** Addresses and e-mails remembered at once; the one longest not seen is forgotten first. */
const mostBuckets = 20_000;

/** One bucket of tokens for each name. Memory is bounded, whoever calls. */
export function createTokenBuckets({ burst, perMinute }: Allowance) {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: mostBuckets });

  function refilled(name: string, now: number) {
    const bucket = buckets.get(name) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 60_000) * perMinute);
    return { tokens, at: now };
  }

  return {
    /** Seconds until one can be taken; 0 when it can be now. */
    waitSeconds: (name: string, now: number): number => {
      const { tokens } = refilled(name, now);
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perMinute) * 60);
    },

    take: (name: string, now: number): void => {
      const bucket = refilled(name, now);
      bucket.tokens -= 1;
      buckets.set(name, bucket);
    },

    size: (): number => buckets.size,
  };
}
