import type { Library } from './library.ts';

/** A code is good once. It is remembered for longer than it is valid. */
const memoryMs = 3 * 60_000;

/** Spends a code that was right; false where it was spent before. */
export async function spendCode({ $context }: Library, staffId: string, digits: string, now: number): Promise<boolean> {
  const { internalAdapter } = await $context;
  return internalAdapter.reserveVerificationValue({
    identifier: `code:${staffId}:${digits}`,
    value: staffId,
    expiresAt: new Date(now + memoryMs),
  });
}
