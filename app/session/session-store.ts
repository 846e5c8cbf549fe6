import { createStore } from '#app/ui/create-store.ts';

type SessionUser = { id: string; name: string; email: string; role: string };
type SessionFacts = { id: string; endsAt: number; complete: boolean };

/**
 * Who is signed in, for every screen. `loading` until it is known for the first time. `isSignedOut`: somebody has signed out in another
 * tab, where otherwise a session has ended by itself.
 */
export type SessionState = { user: SessionUser | null; session: SessionFacts | null; loading: boolean; isSignedOut?: boolean };

export const sessionStore = createStore<SessionState>({ user: null, session: null, loading: true });
