import { serializeSigned } from 'hono/utils/cookie';
import type { Library } from './better-auth.ts';
import { hintCookie, sessionCookieName } from './cookies.ts';
import { type Ask, headersOf, type WithCookies } from './request-context.ts';
import type { StaffMember } from './staff.ts';
import { absoluteSeconds } from './times.ts';

/**
 * Who asks. `enrol`: the password was right and no second factor is set up yet; nothing but that can be done.
 * `session` names the session for the list of one's own; its token is told to nobody.
 */
export type Visit = WithCookies<
  { kind: 'nobody' } | { kind: 'enrol' | 'staff'; staff: StaffMember; session: { id: string; endsAt: number; idleUntil: number } }
>;

export function createSessions(services: { library: () => Promise<Library>; siteUrl: string; now: () => number }) {
  const { library, siteUrl, now } = services;
  const cookieName = sessionCookieName(siteUrl);

  return {
    /**
     * Reads the session, and puts off its end for being idle where `active`: what a page does by itself is no sign of a person.
     * Costs nothing where no cookie came.
     */
    read: async (ask: Ask, options: { active: boolean }): Promise<Visit> => {
      if (!ask.cookie?.includes(cookieName)) return { kind: 'nobody', cookies: [] };
      const opened = await library();
      const { response: found, headers } = await opened.api.getSession({
        headers: headersOf(ask),
        query: options.active ? {} : { disableRefresh: true },
        returnHeaders: true,
      });
      const cookies = headers.getSetCookie();
      if (!found) return { kind: 'nobody', cookies: [...cookies, hintCookie(siteUrl, false)] };
      const { session, user } = found;
      const endsAt = session.createdAt.getTime() + absoluteSeconds * 1_000;
      if (endsAt <= now() || user.leftAt != null) {
        await (await opened.$context).internalAdapter.deleteSession(session.token);
        return { kind: 'nobody', cookies: [hintCookie(siteUrl, false)] };
      }
      const { id, name, email } = user;
      const role = user.role === 'owner' ? 'owner' : 'handler';
      return {
        kind: user.twoFactorEnabled ? 'staff' : 'enrol',
        staff: { id, name, email, role },
        session: { id: session.id, endsAt, idleUntil: session.expiresAt.getTime() },
        cookies: cookies.length > 0 ? [...cookies, hintCookie(siteUrl, true)] : [],
      };
    },
  };
}

/** The session of whoever asks, whatever it may do; an empty text where there is none. */
export async function currentSessionId({ api }: Library, ask: Ask): Promise<string> {
  const found = await api.getSession({ headers: headersOf(ask), query: { disableRefresh: true } });
  return found?.session.id ?? '';
}

/** The cookie that carries a session's token, signed as the library signs its own. */
export async function sessionCookie({ $context }: Library, token: string): Promise<string> {
  const { authCookies, secret } = await $context;
  const { maxAge, path, httpOnly, secure } = authCookies.sessionToken.attributes;
  return serializeSigned(authCookies.sessionToken.name, token, secret, {
    ...(maxAge !== undefined && { maxAge }),
    ...{ path: path ?? '/', httpOnly: httpOnly ?? true, secure: secure ?? false, sameSite: 'Lax' },
  });
}
