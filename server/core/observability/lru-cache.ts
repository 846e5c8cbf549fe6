import { LRUCache } from 'lru-cache';

/**
 * Keeps at most `max` values by key; the least recently used is evicted first. They are counted by `maxSize`, because with `max` the
 * library allocates room for all of them at once.
 */
export function createLruCache<Value extends object | number>(max: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
