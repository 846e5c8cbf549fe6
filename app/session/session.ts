import { useSyncExternalStore } from 'react';
import { sessionStore } from './session-store.ts';

/** Set beside the session, for scripts to see. Visitors never have it, and pay for nothing that follows. */
const hint = /(^|; )kerbside_staff=1/;

/** The first reading. Without the hint nobody is signed in, which needs no request. */
export function startSession(): void {
  if (hint.test(document.cookie)) void import('./session-calls.ts').then(({ readSession }) => readSession());
  else sessionStore.set({ user: null, session: null });
}

const calls = () => import('./session-calls.ts');
type Calls = Awaited<ReturnType<typeof calls>>;

/** What changes who is signed in. Each shows its notice where it did not go through, and returns the error. */
export const sessionActs = {
  signUp: async (...given: Parameters<Calls['signUp']>) => (await calls()).signUp(...given),
  signIn: async (...given: Parameters<Calls['signIn']>) => (await calls()).signIn(...given),
  signOut: async () => (await calls()).signOut(),
};

/** Who is signed in, and what changes that. */
export function useSession() {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.read, sessionStore.readOnServer);
  return { ...state, ...sessionActs };
}
