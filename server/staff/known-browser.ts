import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Ask } from './request-context.ts';

const cookieName = 'kerbside_browser';

/** Longer than anybody is on leave. */
const keptSeconds = 180 * 24 * 60 * 60;

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/**
 * A browser in which somebody has signed in with both factors is known from then on. It opens nothing; but its wrong tries are
 * counted by themselves, so that no stranger who types an address and five wrong passwords keeps its owner out.
 */
export function createKnownBrowsers(services: { secret: string; previousSecret: string | null; siteUrl: string }) {
  const { secret, previousSecret, siteUrl } = services;
  const sign = (staffId: string, id: string, key = secret) =>
    createHmac('sha256', key).update(`known browser ${staffId} ${id}`).digest('base64url');
  const isSigned = (signature: string, staffId: string, id: string, key: string) => {
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(staffId, id, key))];
    return given.length === right.length && timingSafeEqual(given, right);
  };

  return {
    /** The name that this browser got with this member of staff; null where it is a stranger to them. */
    read: ({ cookie }: Ask, staffId: string): string | null => {
      const value = (cookie ?? '').split(/;\s*/).find((part) => part.startsWith(`${cookieName}=`));
      const [id = '', signature = ''] = value?.slice(cookieName.length + 1).split('.') ?? [];
      const keys = [secret, ...(previousSecret ? [previousSecret] : [])];
      return keys.some((key) => isSigned(signature, staffId, id, key)) ? id : null;
    },

    /** The cookie by which it is known next time. */
    cookieFor: (staffId: string, id = randomBytes(9).toString('base64url')): string =>
      `${cookieName}=${id}.${sign(staffId, id)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${keptSeconds}${siteUrl.startsWith('https:') ? '; Secure' : ''}`,
  };
}
