import { createHash } from 'node:crypto';
import { type Allowance, createTokenBuckets } from '#server/observability/token-buckets.ts';
import type { Sent } from '../submission.ts';
import { sameContentWindowMs } from '../submission-store.ts';
import type { Enquiry } from './accept.ts';
import { createRecent } from './recent.ts';
import { freeTexts } from './spam-signals.ts';

/** A mobile carrier has thousands of phones behind one address: five a second, all day, are nobody's fault. */
export const addressAllowance: Allowance = { burst: 300, perMinute: 300 };

/** A broker may send in a day's accidents in one go; nobody sends one a minute for an hour after that. */
export const emailAllowance: Allowance = { burst: 60, perMinute: 1 };

export type Admission =
  /** `timesBefore`: how often the same words came from this address in the last ten minutes. */
  { kind: 'admitted'; timesBefore: number } | { kind: 'limited'; by: 'address' | 'email'; retryAfterSeconds: number };

export type Limits = ReturnType<typeof createLimits>;

/**
 * How much one address and one e-mail may send. A repeat does not count: the same answers under the same key at any time, or
 * without a key within ten minutes. Other answers under a known key are no repeat.
 */
export function createLimits(allowances = { address: addressAllowance, email: emailAllowance }) {
  const addresses = createTokenBuckets(allowances.address);
  const emails = createTokenBuckets(allowances.email);
  const keyed = createRecent({ spanMs: Number.POSITIVE_INFINITY });
  const unkeyed = createRecent({ spanMs: sameContentWindowMs });
  const words = createRecent({ spanMs: sameContentWindowMs });

  return {
    admit: (enquiry: Enquiry, submission: Sent): Admission => {
      const { idempotencyKey, contentHash } = submission;
      const admitted = idempotencyKey === null ? unkeyed : keyed;
      const sent = `${contentHash} ${idempotencyKey}`;
      if (admitted.times(sent, submission.createdAt) > 0) return { kind: 'admitted', timesBefore: 0 };
      const now = submission.createdAt;
      const address = enquiry.address ?? null;
      const email = nameOf(submission.data.email);
      const addressWait = address === null ? 0 : addresses.waitSeconds(address, now);
      const emailWait = email ? emails.waitSeconds(email, now) : 0;
      if (addressWait > 0 || emailWait > 0)
        return { kind: 'limited', by: emailWait > 0 ? 'email' : 'address', retryAfterSeconds: Math.max(addressWait, emailWait) };

      if (address !== null) addresses.take(address, now);
      if (email) emails.take(email, now);
      admitted.note(sent, now);
      return { kind: 'admitted', timesBefore: address === null ? 0 : countWords(address, enquiry, submission) };
    },
  };

  function countWords(address: string, enquiry: Enquiry, submission: Sent): number {
    const name = wordsFrom(address, enquiry, submission);
    if (name === null) return 0;
    const before = words.times(name, submission.createdAt);
    words.note(name, submission.createdAt);
    return before;
  }
}

/** One name for an e-mail address however it was written, and a short one: an address may be as long as a body. */
function nameOf(email: string | undefined): string | null {
  const written = email?.trim().toLowerCase();
  return written ? createHash('sha256').update(written).digest('base64') : null;
}

/** Shorter than this, people do say the same: "please call me". */
const tellingLength = 20;

function wordsFrom(address: string, { form }: Enquiry, { data }: Sent): string | null {
  const longest = freeTexts(form, data).reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest.length < tellingLength) return null;
  return createHash('sha256')
    .update(JSON.stringify([address, longest]))
    .digest('base64');
}
