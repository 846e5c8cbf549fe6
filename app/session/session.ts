import { useSyncExternalStore } from 'react';
import { sessionStore } from './session-store.ts';

/**
 * The hint cookie, which is set with the session cookie and can be read by scripts. Visitors never have it and load none of the
 * session code.
 */
const hint = /(^|; )kerbside_staff=1/;

/** Reads the session at the start. Without the hint cookie nobody is signed in and no request is made. */
export function startSession(): void {
  if (hint.test(document.cookie)) void import('./session-calls.ts').then(({ readSession }) => readSession());
  else sessionStore.set({ user: null, session: null });
}

const calls = () => import('./session-calls.ts');
type Calls = Awaited<ReturnType<typeof calls>>;

/** Each of these shows its notice on failure and returns the error. */
export const sessionActs = {
  signUp: async (...given: Parameters<Calls['signUp']>) => (await calls()).signUp(...given),
  signIn: async (...given: Parameters<Calls['signIn']>) => (await calls()).signIn(...given),
  signOut: async () => (await calls()).signOut(),
};

/** The session state and the functions that change it. */
export function useSession() {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.read, sessionStore.readOnServer);
  return { ...state, ...sessionActs };
}
