import { minute } from '#forms/durations.ts';
import { createLruCache } from '#server/core/observability/lru-cache.ts';

const intervalMs = 10 * minute;

/**
 * Returns whether an event with this key is due to be recorded: at most once in ten minutes, so that a list which refreshes itself
 * counts as one view. Kept in memory, so each instance records for itself.
 */
export function createThrottle(now: () => number) {
  const recordedAt = createLruCache<number>(5_000);
  return function isDue(key: string): boolean {
    if (Math.abs(now() - (recordedAt.get(key) ?? Number.NEGATIVE_INFINITY)) < intervalMs) return false;
    recordedAt.set(key, now());
    return true;
  };
}
