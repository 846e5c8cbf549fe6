import { useEffect } from 'react';
import { readSessionAgain } from '../use-live-updates.ts';

/** How often typing is reported at most: colleagues see it for a few seconds more. */
const reportMs = 4_000;

/** Reports that somebody types, so that colleagues see it and the session does not end meanwhile. */
export function useTyping(): void {
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    let isPending = false;
    function onInput({ isTrusted }: Event) {
      // A draft that is restored, or a field that a script fills in, is no sign of a person.
      if (!isTrusted) return;
      if (pause === undefined) report();
      else isPending = true;
    }
    function report() {
      isPending = false;
      pause = setTimeout(() => {
        pause = undefined;
        if (isPending) report();
      }, reportMs);
      const [, claim = ''] = /^\/desk\/submissions\/([^/]+)/.exec(location.pathname) ?? [];
      void fetch('/desk/typing', { method: 'POST', body: new URLSearchParams({ claim }) })
        .then(({ redirected }) => redirected && readSessionAgain())
        .catch(() => {});
    }
    document.addEventListener('input', onInput, { passive: true });
    return () => {
      document.removeEventListener('input', onInput);
      clearTimeout(pause);
    };
  }, []);
}
