import { useSyncExternalStore } from 'react';
import { sessionStore } from './session-store.ts';

const calls = () => import('./session-calls.ts');
type Calls = Awaited<ReturnType<typeof calls>>;

const passkeyCalls = () => import('./passkey-calls.ts');
type PasskeyCalls = Awaited<ReturnType<typeof passkeyCalls>>;

/** Each of these returns its error. The first three show it as a notice; the page shows those of the others. */
export const sessionActs = {
  signUp: async (...given: Parameters<Calls['signUp']>) => (await calls()).signUp(...given),
  signIn: async (...given: Parameters<Calls['signIn']>) => (await calls()).signIn(...given),
  signOut: async () => (await calls()).signOut(),
  signInAgain: async (...given: Parameters<Calls['signInAgain']>) => (await calls()).signInAgain(...given),
  signInByPasskey: async (...given: Parameters<PasskeyCalls['signInByPasskey']>) =>
    (await passkeyCalls()).signInByPasskey(...given),
  addPasskey: async (...given: Parameters<PasskeyCalls['addPasskey']>) => (await passkeyCalls()).addPasskey(...given),
};

/** The session state and the functions that change it. */
export function useSession() {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.read, sessionStore.readOnServer);
  return { ...state, ...sessionActs };
}
