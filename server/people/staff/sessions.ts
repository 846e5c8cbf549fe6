import type { App } from '#server/core/app.ts';
import { absoluteSeconds, hintCookie, tokenCookie, tokenOf } from './cookies.ts';
import type { RequestContext, WithCookies } from './request-context.ts';
import type { StaffMember } from './staff-member.ts';
import * as store from './staff-store.ts';
import { commit } from './staff-store.ts';

/** How often the use of a session is written. */
const renewEveryMs = 60_000;

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
  const token = tokenOf(app, 'session', context);
  if (token === null) return { kind: 'signed out', cookies: [] };
  const session = await store.findSession(app, token);
  if (!session) return { kind: 'signed out', cookies: endedCookies(app) };
  const { id, staff, createdAt } = session;
  const isRenewed = options.active && app.now() - session.usedAt >= renewEveryMs;
  const idleUntil = isRenewed ? await store.touchSession(app, session) : session.idleUntil;
  return {
    kind: session.hasTwoFactors ? 'signed in' : 'enrolment required',
    staff,
    session: { id, endsAt: createdAt + absoluteSeconds * 1_000, idleUntil },
    cookies: isRenewed ? [tokenCookie(app, 'session', token), hintCookie(app.env.siteUrl, true)] : [],
  };
}

/** Ends this session, and the push messages to this browser; returns the cookies that remove it from the browser. */
export async function signOut(app: App, staff: StaffMember, context: RequestContext): Promise<string[]> {
  const id = await currentSessionId(app, context);
  await commit(app, async ({ tx, record }) => {
    await store.endSessions(tx, staff.id, id);
    record({ actor: staff, action: 'signed out', subjectId: staff.id });
  });
  return endedCookies(app);
}

function endedCookies(app: App): string[] {
  return [tokenCookie(app, 'session', null), hintCookie(app.env.siteUrl, false)];
}

/** The session of this request, whatever it allows; an empty text where there is none. */
export async function currentSessionId(app: App, context: RequestContext): Promise<string> {
  const token = tokenOf(app, 'session', context);
  const session = token === null ? null : await store.findSession(app, token);
  return session?.id ?? '';
}
