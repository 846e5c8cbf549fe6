let serverTime: number | null = null;

/**
 * A past time by the server's clock, in milliseconds; null where none is known. A device whose clock was slow, and was put right,
 * knows by it how long something has waited at most.
 */
export const knownServerTime = (): number | null => serverTime;

/** Reads when this script came from the server, even where it is a cached copy. */
export async function readServerTime(): Promise<void> {
  const response = await fetch(import.meta.url, { cache: 'force-cache' }).catch(() => null);
  serverTime = Date.parse(response?.headers.get('date') ?? '') || null;
}
