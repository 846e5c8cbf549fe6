import { useEffect, useState } from 'react';
import { sessionStore } from '#app/session/session-store.ts';
import { useSession } from '#app/session/use-session.ts';

/** Keeps the app-wide session and this screen in step: whoever signs out in one tab is out in all of them. */
export function useKnownSession(staffId: string): void {
  const { user, loading } = useSession();
  const [isKnown, setKnown] = useState(false);

  useEffect(() => {
    // A sign-in by code is the server's doing: the session of this page, and of other tabs, has not heard of it yet.
    const heard = sessionStore.read().user?.id === staffId;
    void import('#app/session/session-calls.ts')
      .then(({ readSession, sessionChanged }) => (heard ? readSession() : sessionChanged()))
      .then(setKnown);
  }, [staffId]);

  useEffect(() => {
    // The server says where to go from here.
    if (isKnown && !loading && user?.id !== staffId) location.reload();
  }, [isKnown, loading, user, staffId]);
}
