import { clearNotices, showNotice } from '#app/ui/notice/notices.ts';
import { notices } from '#forms/errors.ts';
import { type SessionState, sessionStore } from './session-store.ts';

/** Null when it went through. */
export type SessionError = { message: string; field?: string | null } | null;
/** `next`: where to go for what is still missing. */
export type Done = { error: SessionError; next: string | null };

/** Other tabs hear of every change, and read for themselves what it is. */
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('kerbside-session');
otherTabs?.addEventListener('message', () => void readSession());

/** False where no answer came: then what was known before stands. */
export async function readSession(): Promise<boolean> {
  const answer = await fetch('/auth/session').catch(() => null);
  const { user, session } = answer?.ok ? ((await answer.json()) as Omit<SessionState, 'loading'>) : sessionStore.read();
  sessionStore.set({ user, session });
  return answer?.ok ?? false;
}

/** Reads it here, and has every other tab read it: it changed by another way than the three acts below. */
export async function sessionChanged(): Promise<boolean> {
  const wasRead = await readSession();
  otherTabs?.postMessage('changed');
  return wasRead;
}

/** Opens an account. Only with an invitation, which names the e-mail. */
export async function signUp(email: string, password: string, options: { invitation: string; name: string }): Promise<Done> {
  return tell(notices.signUpFailed, await post('/auth/sign-up', { email, password, options }));
}

export async function signIn(email: string, password: string): Promise<Done> {
  return tell(notices.signInFailed, await post('/auth/sign-in', { email, password }));
}

export async function signOut(): Promise<Done> {
  return tell(notices.signOutFailed, await post('/auth/sign-out', {}));
}

async function tell({ title, fallback }: { title: string; fallback: string }, done: Done): Promise<Done> {
  if (done.error) showNotice({ tone: 'destructive', title, description: done.error.message || fallback });
  else {
    clearNotices();
    await sessionChanged();
  }
  return done;
}

/** Longer than any answer takes that still comes. */
const patienceMs = 20_000;

async function post(path: string, body: unknown): Promise<Done> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    const said = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
    if (answer.ok) return { error: null, next: said.next ?? null };
    return { error: { message: said.message ?? '', field: said.field }, next: null };
  } catch {
    return { error: { message: '' }, next: null };
  }
}
