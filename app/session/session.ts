import { useSyncExternalStore } from 'react';
import { sessionStore } from './session-store.ts';

const calls = () => import('./session-calls.ts');
type Calls = Awaited<ReturnType<typeof calls>>;

/** Each of these shows its notice on failure and returns the error. */
export const sessionActs = {
  signUp: async (...given: Parameters<Calls['signUp']>) => (await calls()).signUp(...given),
  signIn: async (...given: Parameters<Calls['signIn']>) => (await calls()).signIn(...given),
  signOut: async () => (await calls()).signOut(),
  signInAgain: async (...given: Parameters<Calls['signInAgain']>) => (await calls()).signInAgain(...given),
};

/** The session state and the functions that change it. */
export function useSession() {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.read, sessionStore.readOnServer);
  return { ...state, ...sessionActs };
}
