import type { Context } from 'hono';
import type { Auth } from './auth.ts';
import type { Ask, WithCookies } from './request-context.ts';
import type { Visit } from './sessions.ts';

type Variables = { Variables: { body: unknown; address: string | null } };

/** What the pages' scripts know of a session: never its token. `complete` is false until the second factor is set up. */
export type SessionAnswer = {
  user: { id: string; name: string; email: string; role: string } | null;
  session: { id: string; endsAt: number; complete: boolean } | null;
};

/** GET /auth/session: who is signed in. Reading it is no sign of a person. */
export function sessionEndpoint(auth: Auth) {
  return async function readSession(c: Context<Variables>): Promise<Response> {
    const visit = await auth.read(askOf(c), { active: false });
    return answer(c, visit, asAnswer(visit));
  };
}

/** POST /auth/sign-in `{ email, password }`: 200 with `next`, where to go for what is still missing, or 401 with a message. */
export function signInEndpoint(auth: Auth) {
  return async function signIn(c: Context<Variables>): Promise<Response> {
    const { email, password } = texts(c.get('body'));
    const outcome = await auth.signIn({ email: email ?? '', password: password ?? '' }, askOf(c));
    if (outcome.kind === 'refused') return c.json({ message: outcome.words }, 401);
    return answer(c, outcome, { next: outcome.kind === 'code' ? '/desk/sign-in/code' : '/desk/second-factor' });
  };
}

/** POST /auth/sign-up `{ email, password, options: { invitation, name } }`. The e-mail is the invitation's, whatever is sent. */
export function signUpEndpoint(auth: Auth) {
  return async function signUp(c: Context<Variables>): Promise<Response> {
    const body = c.get('body') as { options?: unknown } | null;
    const { password } = texts(body);
    const { invitation, name } = texts(body?.options);
    const given = { invitation: invitation ?? '', name: name ?? '', password: password ?? '' };
    const outcome = await auth.join(given, askOf(c));
    if (outcome.kind === 'refused') return c.json({ message: outcome.words, field: outcome.field }, 422);
    return answer(c, outcome, { next: '/desk/second-factor' });
  };
}

/** POST /auth/sign-out: 204, also where nobody was signed in. */
export function signOutEndpoint(auth: Auth) {
  return async function signOut(c: Context<Variables>): Promise<Response> {
    const visit = await auth.read(askOf(c), { active: false });
    const cookies = visit.kind === 'nobody' ? [auth.hint(false)] : await auth.signOut(visit.staff, askOf(c));
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
    return c.body(null, 204);
  };
}

function askOf(c: Context<Variables>): Ask {
  const { cookie = null, 'user-agent': browser = null } = c.req.header();
  return { cookie, browser, address: c.get('address') };
}

function answer(c: Context, { cookies }: WithCookies<unknown>, body: object): Response {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
  return c.json(body);
}

function asAnswer(visit: Visit): SessionAnswer {
  if (visit.kind === 'nobody') return { user: null, session: null };
  const { id, endsAt } = visit.session;
  return { user: visit.staff, session: { id, endsAt, complete: visit.kind === 'staff' } };
}

/** The texts among the members of an untrusted value. */
function texts(value: unknown): Record<string, string | undefined> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, member]) => typeof member === 'string'));
}
