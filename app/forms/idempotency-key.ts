import { readStored, writeStored } from './browser-storage.ts';

/** A key, and the digest of the answers it belongs to. `validUntil` is in milliseconds by the device's clock. */
type UsedKey = { digest: string; key: string; validUntil: number };

/** How long a key is kept while there was no response. The submission may be stored, and it waits on the device for as long. */
const unansweredMs = 30 * 24 * 60 * 60_000;

/** How long a key is kept after a response: the server's duplicate window, after which the same answers are a new submission. */
const acceptedMs = 10 * 60_000;

/** The most keys that are kept for one form on one device. */
const maxKeys = 20;

/**
 * Returns the key for answers. The same answers get the same key, even after a reload and in a second tab; other answers get another.
 */
export async function keyFor(slug: string, body: string): Promise<string> {
  const digest = await digestOf(body);
  const keys = readKeys(slug);
  const used = keys.find((one) => one.digest === digest) ?? { digest, key: makeKey(), validUntil: Date.now() + unansweredMs };
  writeKeys(slug, [used, ...keys.filter((one) => one.digest !== digest)]);
  return used.key;
}

export function markAccepted(slug: string, key: string): void {
  const validUntil = Date.now() + acceptedMs;
  writeKeys(
    slug,
    readKeys(slug).map((one) => (one.key === key ? { ...one, validUntil: Math.min(one.validUntil, validUntil) } : one)),
  );
}

/** The keys of what was accepted from this device since a time, as in another tab that sent at the same moment. */
export function acceptedSince(slug: string, at: number): string[] {
  return readKeys(slug).flatMap(({ key, validUntil }) => {
    const acceptedAt = validUntil - acceptedMs;
    return acceptedAt >= at && acceptedAt <= Date.now() ? [key] : [];
  });
}

export function makeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The digest of answers: SHA-256 in secure contexts. Elsewhere browsers have no SubtleCrypto, and it is the text itself. */
async function digestOf(text: string): Promise<string> {
  if (!crypto.subtle) return text;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

const memory = new Map<string, UsedKey[]>();

/** The keys in use, with those made in other tabs where the browser allows storage. */
function readKeys(slug: string): UsedKey[] {
  const stored = readStored('localStorage', `sent:${slug}`);
  const keys: UsedKey[] = [...(Array.isArray(stored) ? stored : []), ...(memory.get(slug) ?? [])];
  const isFirst = ({ digest }: UsedKey, index: number) => keys.findIndex((one) => one.digest === digest) === index;
  return keys.filter((one, index) => one.validUntil > Date.now() && isFirst(one, index));
}

/** Without SubtleCrypto the digests are the answers themselves, so they are kept in memory only. */
function writeKeys(slug: string, keys: UsedKey[]): void {
  const kept = keys.slice(0, maxKeys);
  memory.set(slug, kept);
  if (crypto.subtle) writeStored('localStorage', `sent:${slug}`, kept);
}
