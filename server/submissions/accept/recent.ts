import { LRUCache } from 'lru-cache';

/** How often a name came within a span of time. Memory is bounded: the name longest not seen is forgotten first. */
export function createRecent({ spanMs, most = 20_000 }: { spanMs: number; most?: number }) {
  const seen = new LRUCache<string, { times: number; since: number }>({ max: most });

  function find(name: string, now: number) {
    const entry = seen.get(name);
    return entry && now - entry.since < spanMs ? entry : null;
  }

  return {
    times: (name: string, now: number): number => find(name, now)?.times ?? 0,

    note: (name: string, now: number): void => {
      const entry = find(name, now) ?? { times: 0, since: now };
      seen.set(name, { ...entry, times: entry.times + 1 });
    },
  };
}
