export type SessionUser = { id: string; name: string; email: string; role: string };
export type SessionFacts = { id: string; endsAt: number; complete: boolean };

/** Who is signed in, for every screen. `loading` until it is known for the first time. */
export type SessionState = { user: SessionUser | null; session: SessionFacts | null; loading: boolean };

let state: SessionState = { user: null, session: null, loading: true };
const listeners = new Set<() => void>();
const atFirst = state;

export const sessionStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => state,
  readOnServer: () => atFirst,
  set: (next: Omit<SessionState, 'loading'>) => {
    state = { ...next, loading: false };
    for (const listener of listeners) listener();
  },
};
