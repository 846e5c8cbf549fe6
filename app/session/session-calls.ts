import { clearNotices, showNotice } from '#app/ui/notice/notices.ts';
import { accountNotices } from '#forms/notices.ts';
import { timeLimit } from '#forms/time-limit.ts';
import { type SessionState, sessionStore } from './session-store.ts';

/** Null on success. */
export type SessionError = { message: string; field?: string | null } | null;
/** `next`: the path of the next step of the sign-in, if any. */
type Done = { error: SessionError; next: string | null };

/** Notifies other tabs of a change; each reads the session for itself. */
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('kerbside-session');
otherTabs?.addEventListener('message', ({ data }) => void readSession(data === signedOut));

/** What other tabs are told when somebody signs out. */
const signedOut = 'signed out';

/** The request timeout. */
const timeoutMs = 20_000;

/** Reads the session; false where the request failed, and the state stays as it was. */
export async function readSession(isSignedOut = false): Promise<boolean> {
  const signal = AbortSignal.timeout(timeLimit('answer', timeoutMs));
  const response = await fetch('/auth/session', { signal }).catch(() => null);
  // The page of a proxy in between is no answer either.
  const answer: SessionState | null = response?.ok ? await response.json().catch(() => null) : null;
  if (answer === null) return false;
  sessionStore.set({ user: answer.user, session: answer.session, loading: false, isSignedOut });
  return true;
}

/** Reads the session here and in every other tab, after a change that the three functions below did not make. */
export async function sessionChanged(message = 'changed'): Promise<boolean> {
  const wasRead = await readSession();
  otherTabs?.postMessage(message);
  return wasRead;
}

/** Creates an account from an invitation, which must be for this e-mail address. */
export async function signUp(email: string, password: string, options: { invitation: string; name: string }): Promise<Done> {
  return tell(accountNotices.signUpFailed, await post('/auth/sign-up', { email, password, options }));
}

export async function signIn(email: string, password: string): Promise<Done> {
  return tell(accountNotices.signInFailed, await post('/auth/sign-in', { email, password }));
}

export async function signOut(): Promise<Done> {
  return tell(accountNotices.signOutFailed, await post('/auth/sign-out', {}), signedOut);
}

/** Signs in with both factors over a page that stays as it is, and needs nothing that is not loaded; the page shows what failed. */
export async function signInAgain(form: FormData): Promise<SessionError> {
  const { error } = await send('/desk/sign-in/again', form);
  if (!error) await sessionChanged();
  return error;
}

async function tell({ title, fallback }: { title: string; fallback: string }, done: Done, message?: string): Promise<Done> {
  if (done.error) showNotice({ tone: 'destructive', title, description: done.error.message || fallback });
  else {
    clearNotices();
    await sessionChanged(message);
  }
  return done;
}

async function post(path: string, body: unknown): Promise<Done> {
  const { error, json } = await postJson<{ next?: string }>(path, body);
  return { error, next: json?.next ?? null };
}

/** Posts to the server, and returns what it answers; null where that failed. */
export async function postJson<T = unknown>(path: string, body: unknown): Promise<{ error: SessionError; json: T | null }> {
  return send(path, JSON.stringify(body), { 'Content-Type': 'application/json' });
}

async function send<T>(path: string, body: BodyInit, headers = {}): Promise<{ error: SessionError; json: T | null }> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeLimit('answer', timeoutMs)),
    });
    const json = response.status === 204 ? {} : await response.json().catch(() => ({}));
    if (response.ok) return { error: null, json };
    return { error: { message: json.message ?? '', field: json.field }, json: null };
  } catch {
    return { error: { message: '' }, json: null };
  }
}
