import { day, minute } from '#forms/durations.ts';
import { readStored, writeStored } from './browser-storage.ts';

/**
 * A key, the digest of the answers it belongs to, and the drafts they were a version of. Until `validUntil` the same answers get the same
 * key, and until `keptUntil` it is known which draft was sent under it. Both are in milliseconds by the device's clock.
 */
type UsedKey = { digest: string; key: string; drafts: string[]; validUntil: number; keptUntil: number };

/** How long a key is kept while there was no response. The submission may be stored, and it waits on the device for as long. */
const unansweredMs = 30 * day;

/** How long a key is valid after a response: the server's duplicate window, after which the same answers are a new submission. */
const acceptedMs = 10 * minute;

/** The most keys that are kept for one form on one device, and of one draft. */
const maxKeys = { form: 20, draft: 10 };

/**
 * Returns the key for answers, which are a version of a draft. The same answers get the same key, even after a reload and in a second
 * tab; other answers get another.
 */
export async function keyFor(slug: string, body: string, draft: string): Promise<string> {
  const digest = await digestOf(body);
  const keys = readKeys(slug);
  const now = Date.now();
  const known = keys.find((one) => one.digest === digest && one.validUntil > now);
  const used = known ?? { digest, key: makeKey(), drafts: [], validUntil: now + unansweredMs };
  writeKeys(slug, [ofDraft(used, draft), ...keys.filter(({ key }) => key !== used.key)]);
  return used.key;
}

const ofDraft = (one: Omit<UsedKey, 'keptUntil'>, draft: string): UsedKey => ({
  ...one,
  drafts: [...new Set([draft, ...one.drafts])],
  keptUntil: Date.now() + unansweredMs,
});

/** The keys under which a draft was sent, in any tab, the latest first: the server may have any of them. */
export function keysOf(slug: string, draft: string): string[] {
  const own = readKeys(slug).filter(({ drafts }) => drafts.includes(draft));
  return own.map(({ key }) => key).slice(0, maxKeys.draft);
}

/** The draft that was sent under a key; null where none is known. */
export function draftSentAs(slug: string, key: string): string | null {
  return readKeys(slug).find((one) => one.key === key)?.drafts[0] ?? null;
}

/** Makes these keys those of a draft too, because it is a copy of what was sent under them. */
export function noteKeys(slug: string, draft: string, sentAs: string[]): void {
  if (sentAs.length === 0) return;
  const keys = readKeys(slug);
  const known = (key: string) => keys.find((one) => one.key === key) ?? { digest: '', key, drafts: [], validUntil: 0 };
  writeKeys(slug, [...sentAs.map((key) => ofDraft(known(key), draft)), ...keys.filter(({ key }) => !sentAs.includes(key))]);
}

export function markAccepted(slug: string, key: string): void {
  const validUntil = Date.now() + acceptedMs;
  writeKeys(
    slug,
    readKeys(slug).map((one) => (one.key === key ? { ...one, validUntil: Math.min(one.validUntil, validUntil) } : one)),
  );
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
  const isFirst = ({ key }: UsedKey, index: number) => keys.findIndex((one) => one.key === key) === index;
  return keys.filter((one, index) => Math.max(one.validUntil, one.keptUntil) > Date.now() && isFirst(one, index));
}

/** Without SubtleCrypto the digests are the answers themselves, so they are kept in memory only. */
function writeKeys(slug: string, keys: UsedKey[]): void {
  const kept = keys.slice(0, maxKeys.form);
  memory.set(slug, kept);
  if (crypto.subtle) writeStored('localStorage', `sent:${slug}`, kept);
}
