// Protects: who is signed in is known from an answer of the server alone, and no page waits for that for ever.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticeStore } from '#app/ui/notice/notices.ts';
import { readSession, signIn, signOut, signUp } from './session-calls.ts';
import { type SessionState, sessionStore } from './session-store.ts';

const unknown: SessionState = { user: null, session: null, loading: true };
const grace = { id: 'grace', name: 'Grace Boateng', email: 'grace@claims.example', role: 'owner' };

beforeEach(() => {
  vi.stubGlobal('timeLimits', { answer: 50 });
  sessionStore.set(unknown);
});
afterEach(() => void vi.unstubAllGlobals());

/** A server that never answers, unless the request is given up. */
const never = (_: string, { signal }: RequestInit) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test.each<[string, (path: string, options: RequestInit) => unknown]>([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a server that is too busy', async () => new Response('Busy', { status: 503 })],
  ['the page of a proxy in between', async () => new Response('<h1>Sign in to the network</h1>')],
  ['no answer', never],
])('%s says nothing about who is signed in', async (_, answer) => {
  vi.stubGlobal('fetch', answer);
  expect(await readSession()).toBe(false);
  expect(sessionStore.read()).toBe(unknown);
});

test('an answer says who is signed in', async () => {
  const session = { id: 's', endsAt: 1, complete: true };
  vi.stubGlobal('fetch', async () => Response.json({ user: grace, session }));
  expect(await readSession()).toBe(true);
  expect(sessionStore.read()).toEqual({ user: grace, session, loading: false, isSignedOut: false });
});

test.each([
  ['Sign up', '/auth/sign-up', () => signUp('ana@kerbside.example', 'x', { invitation: 'i', name: 'Ana' })],
  ['Sign in', '/auth/sign-in', () => signIn('ana@kerbside.example', 'x')],
  ['Sign out', '/auth/sign-out', () => signOut()],
])('a failed %s shows a notice and returns the error', async (name, path, call) => {
  const fetched = vi.fn(async () => Response.json({ message: 'Not now.' }, { status: 401 }));
  vi.stubGlobal('fetch', fetched);
  expect(await call()).toMatchObject({ error: { message: 'Not now.' } });
  expect(fetched).toHaveBeenCalledWith(path, expect.objectContaining({ method: 'POST' }));
  expect(noticeStore.read()).toMatchObject({ tone: 'destructive', title: `${name} Failed`, description: 'Not now.' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await call()).toMatchObject({ error: { message: '' } });
  expect(noticeStore.read()).toMatchObject({ description: 'Something went wrong' });
});
