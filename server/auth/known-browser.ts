import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Ask } from './ask.ts';

const cookieName = 'kerbside_browser';

/** Longer than anybody is on leave. */
const keptSeconds = 180 * 24 * 60 * 60;

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/**
 * A browser in which somebody has signed in with both factors is known from then on. It opens nothing; but its wrong tries are
 * counted by themselves, so that no stranger who types an address and five wrong passwords keeps its owner out.
 */
export function createKnownBrowsers({ secret, siteUrl }: { secret: string; siteUrl: string }) {
  const sign = (staffId: string, id: string) =>
    createHmac('sha256', secret).update(`known browser ${staffId} ${id}`).digest('base64url');

  return {
    /** The name that this browser got with this member of staff; null where it is a stranger to them. */
    read: ({ cookie }: Ask, staffId: string): string | null => {
      const value = (cookie ?? '').split(/;\s*/).find((part) => part.startsWith(`${cookieName}=`));
      const [id = '', signature = ''] = value?.slice(cookieName.length + 1).split('.') ?? [];
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(staffId, id))];
      return given.length === right.length && timingSafeEqual(given, right) ? id : null;
    },

    /** The cookie by which it is known next time. */
    cookieFor: (staffId: string, id = randomBytes(9).toString('base64url')): string =>
      `${cookieName}=${id}.${sign(staffId, id)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${keptSeconds}${siteUrl.startsWith('https:') ? '; Secure' : ''}`,
  };
}
