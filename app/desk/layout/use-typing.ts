import { useEffect } from 'react';
import { readSessionAgain } from '../inbox/use-live-updates.ts';

/** How often typing is reported at most: colleagues see it for a few seconds more. */
const reportMs = 4_000;

/** Reports that somebody types, so that colleagues see it and the session does not end meanwhile. */
export function useTyping(): void {
  useEffect(() => {
    let reportedAt = Number.NEGATIVE_INFINITY;
    function report({ isTrusted }: Event) {
      // A draft that is restored, or a field that a script fills in, is no sign of a person.
      if (!isTrusted || performance.now() - reportedAt < reportMs) return;
      reportedAt = performance.now();
      const [, claim = ''] = /^\/desk\/submissions\/([^/]+)/.exec(location.pathname) ?? [];
      void fetch('/desk/typing', { method: 'POST', body: new URLSearchParams({ claim }) })
        .then(({ redirected }) => redirected && readSessionAgain())
        .catch(() => {});
    }
    document.addEventListener('input', report, { passive: true });
    return () => document.removeEventListener('input', report);
  }, []);
}
