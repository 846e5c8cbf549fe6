import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The header of the request and of the email of a canary, whose value is its mark. */
export const canaryHeader = 'Kerbside-Canary';

/** What a mark is for, so that the one in an email opens no endpoint. */
type Purpose = 'claim' | 'email';

export type CanaryMarks = ReturnType<typeof createCanaryMarks>;

/**
 * Marks by which the product recognises what it sent itself: a time, the id of a run, and an HMAC of both with a key that is derived from
 * AUTH_SECRET. That a mark is used once is for the run to see to.
 */
export function createCanaryMarks({ secret, now }: { secret: string; now: () => number }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kerbside canary', 32));
  const macOf = (purpose: Purpose, signed: string) => createHmac('sha256', key).update(`${purpose} ${signed}`).digest('hex');

  return {
    make: (purpose: Purpose, id: string): string => {
      const signed = `${now()}.${id}`;
      return `${signed}.${macOf(purpose, signed)}`;
    },

    /** The id of the run; null for a mark that we did not make, that is for something else, or that is further off than `withinMs`. */
    read: (purpose: Purpose, mark: string, withinMs: number): string | null => {
      const [, signed = '', at, id = '', mac = ''] = /^((\d{1,15})\.([\w-]{1,64}))\.([\da-f]{64})$/.exec(mark) ?? [];
      if (!signed || Math.abs(Number(at) - now()) > withinMs) return null;
      return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(purpose, signed))) ? id : null;
    },
  };
}
