import { LRUCache } from 'lru-cache';

/**
 * Keeps at most `max` values by key; the least recently used is evicted first. The LRUCache is created with the first key, because it
 * allocates room for all of them at once, which would delay the start of the process.
 */
export function createLruCache<Value extends object | number>(max: number) {
  let cache: LRUCache<string, Value> | null = null;
  return {
    get: (key: string): Value | undefined => cache?.get(key),
    set: (key: string, value: Value): void => {
      cache ??= new LRUCache({ max });
      cache.set(key, value);
    },
    size: (): number => cache?.size ?? 0,
  };
}
