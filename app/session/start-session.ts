import { sessionStore } from './session-store.ts';

/** Set beside the session, for scripts to see. Visitors never have it, and pay for nothing that follows. */
const hint = /(^|; )kerbside_staff=1/;

/** The first reading. Without the hint nobody is signed in, which needs no request. */
export function startSession(): void {
  if (hint.test(document.cookie)) void import('./session-calls.ts').then(({ readSession }) => readSession());
  else sessionStore.set({ user: null, session: null });
}
