/** Less than this after the last time it is not told again: a list that refreshes itself is one look, not hundreds. */
const spanMs = 10 * 60_000;

const mostKept = 5_000;

/** Says whether it is time to put something on record again. Kept in memory: each instance tells for itself. */
export function createOnceInAWhile(now: () => number) {
  const toldAt = new Map<string, number>();
  return function isTime(what: string): boolean {
    const last = toldAt.get(what);
    if (last !== undefined && now() - last < spanMs) return false;
    toldAt.delete(what);
    toldAt.set(what, now());
    if (toldAt.size > mostKept) toldAt.delete(toldAt.keys().next().value as string);
    return true;
  };
}
