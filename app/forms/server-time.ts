let serverTime: number | null = null;

/**
 * A time by the server's clock that has passed, in milliseconds; null where none is known. A device whose clock was behind, and was put
 * right, knows by it how long at most something has waited.
 */
export const knownServerTime = (): number | null => serverTime;

/** When this script came from the server, also where it is a copy. */
export async function readServerTime(): Promise<void> {
  const response = await fetch(import.meta.url, { cache: 'force-cache' }).catch(() => null);
  serverTime = Date.parse(response?.headers.get('date') ?? '') || null;
}
