import { sessionStore } from './session-store.ts';

/**
 * The hint cookie, which is set with the session cookie and can be read by scripts. Visitors never have it and load none of the
 * session code.
 */
const hint = /(^|; )kerbside_staff=1/;

/** Reads the session at the start. Without the hint cookie nobody is signed in and no request is made. */
export function startSession(): void {
  if (hint.test(document.cookie)) void import('./session-calls.ts').then(({ readSession }) => readSession());
  else sessionStore.set({ user: null, session: null, loading: false });
}
