import { readStored, writeStored } from './browser-storage.ts';

/** A key and the digest of the answers it is for, which tells nothing of them. `validUntil` in milliseconds by the device's clock. */
type UsedKey = { digest: string; key: string; validUntil: number };

/** The answer may have been lost in a tunnel, and the answers stored: nobody knows, and the next try may come in the morning. */
const unansweredMs = 24 * 60 * 60_000;

/** As long as the server takes the same answers without a key for a repeat. Sent anew the next day they are a submission of their own. */
const acceptedMs = 10 * 60_000;

/** Of one form on one device. */
const maxKeys = 20;

/** The same answers have the same key, by a reload or in a second tab too; other answers have another. */
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

function makeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 where the browser has it, which is on https and on this machine; elsewhere the answers themselves. */
async function digestOf(text: string): Promise<string> {
  if (!crypto.subtle) return text;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

const memory = new Map<string, UsedKey[]>();

/** Those of other tabs too, where the browser stores them. */
function readKeys(slug: string): UsedKey[] {
  const stored = readStored('localStorage', `sent:${slug}`);
  const keys: UsedKey[] = [...(Array.isArray(stored) ? stored : []), ...(memory.get(slug) ?? [])];
  const isFirst = ({ digest }: UsedKey, index: number) => keys.findIndex((one) => one.digest === digest) === index;
  return keys.filter((one, index) => one.validUntil > Date.now() && isFirst(one, index));
}

/** Without a digest they would tell the answers, and stay in the tab's memory. */
function writeKeys(slug: string, keys: UsedKey[]): void {
  const kept = keys.slice(0, maxKeys);
  memory.set(slug, kept);
  if (crypto.subtle) writeStored('localStorage', `sent:${slug}`, kept);
}
