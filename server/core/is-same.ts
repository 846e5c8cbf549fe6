import { timingSafeEqual } from 'node:crypto';

/** Whether a secret is the one that was expected. How long it takes tells nothing of where two of one length differ. */
export function isSame(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
