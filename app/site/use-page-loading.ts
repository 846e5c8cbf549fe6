import { useCallback, useEffect, useRef, useState } from 'react';
import { createPath, type Location, useBlocker, useLocation, useNavigate } from 'react-router';
import { usePageModules } from '#app/ui/page-modules.ts';
import { isOpen } from './menu.tsx';

/**
 * Delays a navigation until the next page's scripts are loaded, so that the current page stays when they cannot be loaded.
 * Returns the number of failed navigations since the page was shown.
 */
export function usePageLoading(): number {
  const pages = usePageModules();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [failures, setFailures] = useState(0);
  const wanted = useRef<Location>(null);
  const wantedByPop = useRef<Location>(null);

  const change = useCallback(
    async (next: Location, show: () => void, loadDocument: () => void) => {
      const outcome = await pages?.load(next.pathname);
      // Another page was chosen in the meantime.
      if (wanted.current !== next) return;
      if (outcome === 'loaded') return show();
      if (outcome === 'stale') return loadDocument();
      closeMenus();
      setFailures((count) => count + 1);
    },
    [pages],
  );

  // Link navigations are repeated here instead of by blocker.proceed(): React Router resets the blocker's state when a view
  // transition starts.
  const blocker = useBlocker(
    useCallback(
      ({ nextLocation: next, historyAction }) => {
        wanted.current = next;
        wantedByPop.current = historyAction === 'POP' ? next : null;
        if (!pages || pages.isLoaded(next.pathname)) return false;
        if (historyAction === 'POP') return true;
        const options = { replace: historyAction === 'REPLACE', state: next.state, viewTransition: true };
        void change(
          next,
          () => void navigate(next, options),
          () => location.assign(createPath(next)),
        );
        return true;
      },
      [pages, change, navigate],
    ),
  );

  // Only the blocker can continue Back and Forward. React Router loads the document of a page whose script is gone.
  useEffect(() => {
    if (blocker.state === 'blocked' && blocker.location === wantedByPop.current)
      void change(blocker.location, blocker.proceed, blocker.proceed);
  }, [blocker, change]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation succeeded
  useEffect(() => setFailures(0), [pathname]);

  return failures;
}

/** Closes an open menu, which would cover the note about the failure. */
function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[popover]')) if (isOpen(menu)) menu.hidePopover();
}

/** Client-side navigation for plain HTML links, as in the services' markdown. */
export function usePlainLinks(): void {
  const navigate = useNavigate();
  const pages = usePageModules();

  useEffect(() => {
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !pages || event.defaultPrevented || !isPlainClick(event) || link.target || link.download) return;
      const { origin, pathname, search, hash } = new URL(link.href, location.href);
      if (origin !== location.origin || pathname === location.pathname || !pages.isPage(pathname)) return;
      event.preventDefault();
      void navigate(pathname + search + hash, { viewTransition: true });
    }
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate, pages]);
}

function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
