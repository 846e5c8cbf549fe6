import type { Context } from 'hono';
import type { Auth } from './auth.ts';
import type { RequestContext, WithCookies } from './request-context.ts';
import type { AuthState } from './sessions.ts';
import type { StaffMember } from './staff-member.ts';

type Variables = { Variables: { body: unknown; address: string | null } };

/** What the scripts of pages know of a session: never its token. `complete` is false until the second factor is set up. */
type SessionAnswer = {
  user: { id: string; name: string; email: string; role: string } | null;
  session: { id: string; endsAt: number; complete: boolean } | null;
};

/** GET /auth/session: who is signed in. Scripts request it by themselves, so it does not renew the idle timeout. */
export function sessionEndpoint(auth: Auth) {
  return async function readSession(c: Context<Variables>): Promise<Response> {
    const state = await auth.read(contextOf(c), { active: false });
    return respond(c, state, asAnswer(state));
  };
}

/** POST /auth/sign-in `{ email, password }`: 200 with `next`, the page for the next step, or 401 with a message. */
function signInEndpoint(auth: Auth) {
  return async function signIn(c: Context<Variables>): Promise<Response> {
    const { email, password } = texts(c.get('body'));
    const outcome = await auth.signIn({ email: email ?? '', password: password ?? '' }, contextOf(c));
    if (outcome.kind === 'refused') return c.json({ message: outcome.message }, 401);
    return respond(c, outcome, { next: outcome.kind === 'code required' ? '/desk/sign-in/code' : '/desk/second-factor' });
  };
}

/** POST /auth/passkey-options `{}`: what the browser needs to ask for a passkey, or 401 with a message. */
function passkeyOptionsEndpoint(auth: Auth) {
  return async function askForPasskey(c: Context<Variables>): Promise<Response> {
    const outcome = await auth.askForPasskey(contextOf(c));
    return outcome.kind === 'refused' ? c.json({ message: outcome.message }, 401) : respond(c, outcome, outcome.options);
  };
}

/** POST /auth/passkey `{ credential, email? }`: both factors at once. 204, or 401 with a message. */
function passkeyEndpoint(auth: Auth) {
  return async function signInByPasskey(c: Context<Variables>): Promise<Response> {
    const body = c.get('body') as { credential?: unknown } | null;
    const outcome = await auth.signInByPasskey({ credential: body?.credential, email: texts(body).email }, contextOf(c));
    if (outcome.kind === 'refused') return c.json({ message: outcome.message }, 401);
    for (const cookie of [...outcome.cookies, auth.hintCookie(true)]) c.header('Set-Cookie', cookie, { append: true });
    return c.body(null, 204);
  };
}

/** POST /auth/new-passkey-options `{ password, code }`, in a session: what the browser needs to make one, or 422 with a message. */
function newPasskeyOptionsEndpoint(auth: Auth) {
  return ofStaff(auth, async (c, staff) => {
    const { password = '', code = '' } = texts(c.get('body'));
    const outcome = await auth.passkeys.begin(staff, { password, code }, contextOf(c));
    return outcome.kind === 'refused' ? refuse(c, outcome) : c.json(outcome.options);
  });
}

/** POST /auth/new-passkey `{ name, credential }`, in the same session: 204, or 422 with a message. */
function newPasskeyEndpoint(auth: Auth) {
  return ofStaff(auth, async (c, staff) => {
    const body = c.get('body') as { credential?: unknown } | null;
    const given = { name: texts(body).name ?? '', credential: body?.credential };
    const outcome = await auth.passkeys.add(staff, given, contextOf(c));
    return outcome.kind === 'refused' ? refuse(c, outcome) : c.body(null, 204);
  });
}

/** An endpoint for those alone who are signed in with both factors; others get a 401. */
function ofStaff(auth: Auth, run: (c: Context<Variables>, staff: StaffMember) => Promise<Response>) {
  return async function runSignedIn(c: Context<Variables>): Promise<Response> {
    const state = await auth.read(contextOf(c), { active: true });
    if (state.kind !== 'signed in') return c.json({ message: 'Your session has ended. Sign in again.' }, 401);
    for (const cookie of state.cookies) c.header('Set-Cookie', cookie, { append: true });
    return run(c, state.staff);
  };
}

/**
 * POST /auth/sign-up `{ email, password, options: { invitation, name } }`. Without an invitation it is the one whose link was opened in
 * this browser. The e-mail is the invitation's, whatever is sent.
 */
function signUpEndpoint(auth: Auth) {
  return async function signUp(c: Context<Variables>): Promise<Response> {
    const body = c.get('body') as { options?: unknown } | null;
    const { password } = texts(body);
    const { invitation, name } = texts(body?.options);
    const opened = auth.openedLink('invitation', contextOf(c));
    const given = { invitation: invitation || opened, name: name ?? '', password: password ?? '' };
    const outcome = await auth.join(given, contextOf(c));
    if (outcome.kind === 'refused') return refuse(c, outcome);
    return respond(c, outcome, { next: '/desk/second-factor' });
  };
}

/** POST /auth/sign-out: 204, also where nobody was signed in. */
function signOutEndpoint(auth: Auth) {
  return async function signOut(c: Context<Variables>): Promise<Response> {
    const state = await auth.read(contextOf(c), { active: false });
    const cookies = state.kind === 'signed out' ? [auth.hintCookie(false)] : await auth.signOut(state.staff, contextOf(c));
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
    return c.body(null, 204);
  };
}

/** What pages post to `/auth/`, by the last part of the address. */
export const authEndpoints = {
  'sign-in': signInEndpoint,
  'passkey-options': passkeyOptionsEndpoint,
  passkey: passkeyEndpoint,
  'new-passkey-options': newPasskeyOptionsEndpoint,
  'new-passkey': newPasskeyEndpoint,
  'sign-up': signUpEndpoint,
  'sign-out': signOutEndpoint,
};

function contextOf(c: Context<Variables>): RequestContext {
  const { cookie = null, 'user-agent': browser = null } = c.req.header();
  return { cookie, browser, address: c.get('address') };
}

function respond(c: Context, { cookies }: WithCookies<unknown>, body: object): Response {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
  return c.json(body);
}

function refuse(c: Context, { message, field }: { message: string; field: string | null }): Response {
  return c.json({ message, field }, 422);
}

function asAnswer(state: AuthState): SessionAnswer {
  if (state.kind === 'signed out') return { user: null, session: null };
  const { id, endsAt } = state.session;
  return { user: state.staff, session: { id, endsAt, complete: state.kind === 'signed in' } };
}

/** The properties of an untrusted value that are texts. */
function texts(value: unknown): Record<string, string | undefined> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, property]) => typeof property === 'string'));
}
