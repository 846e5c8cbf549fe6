import { serializeSigned } from 'hono/utils/cookie';
import type { App } from '#server/core/app.ts';
import type { Library } from './better-auth.ts';
import { absoluteSeconds, hintCookie, sessionCookieName } from './cookies.ts';
import { libraryOf } from './library.ts';
import { headersOf, type RequestContext, type WithCookies } from './request-context.ts';
import type { StaffMember } from './staff-member.ts';
import { endPush } from './staff-store.ts';

/**
 * Who made a request. `enrolment required`: the password was right and no second factor is set up yet; nothing else is allowed.
 * `session` has no token: its id names it in the list of one's own sessions.
 */
export type AuthState = WithCookies<
  | { kind: 'signed out' }
  | {
      kind: 'enrolment required' | 'signed in';
      staff: StaffMember;
      session: { id: string; endsAt: number; idleUntil: number };
    }
>;

/**
 * Reads the session. `active` renews its idle timeout; requests that a page makes by itself are not a sign of a person. Without a
 * session cookie it costs nothing.
 */
export async function read(app: App, context: RequestContext, options: { active: boolean }): Promise<AuthState> {
  const { siteUrl } = app.env;
  if (!context.cookie?.includes(sessionCookieName(siteUrl))) return { kind: 'signed out', cookies: [] };
  const opened = await libraryOf(app);
  const { response: found, headers } = await opened.api.getSession({
    headers: headersOf(context),
    query: options.active ? {} : { disableRefresh: true },
    returnHeaders: true,
  });
  const cookies = headers.getSetCookie();
  if (!found) return { kind: 'signed out', cookies: [...cookies, hintCookie(siteUrl, false)] };
  const { session, user } = found;
  const endsAt = session.createdAt.getTime() + absoluteSeconds * 1_000;
  // The library keeps sessions by the clock of this machine.
  if (endsAt <= Date.now() || user.leftAt != null) {
    await (await opened.$context).internalAdapter.deleteSession(session.token);
    return { kind: 'signed out', cookies: [hintCookie(siteUrl, false)] };
  }
  const { id, name, email } = user;
  const role = user.role === 'owner' ? 'owner' : 'handler';
  return {
    kind: user.twoFactorEnabled ? 'signed in' : 'enrolment required',
    staff: { id, name, email, role },
    session: { id: session.id, endsAt, idleUntil: session.expiresAt.getTime() },
    cookies: cookies.length > 0 ? [...cookies, hintCookie(siteUrl, true)] : [],
  };
}

/** Ends this session, and the push messages to this browser; returns the cookies that remove it from the browser. */
export async function signOut(app: App, staff: StaffMember, context: RequestContext): Promise<string[]> {
  const opened = await libraryOf(app);
  const { api } = opened;
  const id = await currentSessionId(opened, context);
  await app.db.write((tx) => endPush(tx, staff.id, { of: id }));
  const { headers } = await api.signOut({ headers: headersOf(context), returnHeaders: true });
  await app.audit.record({ actor: staff, action: 'signed out', subjectId: staff.id });
  return [...headers.getSetCookie(), hintCookie(app.env.siteUrl, false)];
}

/** The session of this request, whatever it allows; an empty text where there is none. */
export async function currentSessionId({ api }: Library, context: RequestContext): Promise<string> {
  const found = await api.getSession({ headers: headersOf(context), query: { disableRefresh: true } });
  return found?.session.id ?? '';
}

/** The cookie with a session's token, signed as the library signs its own. */
export async function sessionCookie({ $context }: Library, token: string): Promise<string> {
  const { authCookies, secret } = await $context;
  const { maxAge, path, httpOnly, secure } = authCookies.sessionToken.attributes;
  return serializeSigned(authCookies.sessionToken.name, token, secret, {
    ...(maxAge !== undefined && { maxAge }),
    path: path ?? '/',
    httpOnly: httpOnly ?? true,
    secure: secure ?? false,
    sameSite: 'Lax',
  });
}
