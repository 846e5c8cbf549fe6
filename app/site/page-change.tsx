import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { announcePage, PageTitle } from '#app/ui/page-announcement.tsx';

/** Animates and announces each navigation. */
export function PageChange() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  usePageOfAddress();
  useEffect(addPageChangeStyles, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    announcePage();
  }, [pathname]);

  return <PageTitle />;
}

/** How long another page may be shown than that of the address, in milliseconds: the transition to it may be about to begin. */
const lateMs = 1_000;

/**
 * Shows the page of the address where another one is shown. React Router loses a navigation that begins before the view transition of
 * another has begun, as with two quick taps on a slow phone: then the address is that of the second page, and the page the first.
 */
function usePageOfAddress(): void {
  const { key, pathname } = useLocation();
  const navigate = useNavigate();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a key of its own, also to the same path
  useEffect(() => {
    if (location.pathname === pathname) return;
    const timer = setTimeout(() => void navigate(location.pathname + location.search + location.hash, { replace: true }), lateMs);
    return () => clearTimeout(timer);
  }, [key, pathname, navigate]);
}

/**
 * The view transition of half a second. Only the page takes part, so that the sticky header stays live and no overlay catches a tap.
 * It only happens with JavaScript, so its styles are loaded with the script.
 */
const styles = `
:root { view-transition-name: none }
.page { view-transition-name: page }
::view-transition { pointer-events: none; clip-path: inset(var(--covered-top) 0 var(--covered-bottom) 0) }
::view-transition-group(page) { animation-duration: .5s }
::view-transition-old(page), ::view-transition-new(page) { animation: .5s ease-in-out both page-in; height: auto }
::view-transition-old(page) { animation-name: page-out }
@keyframes page-out { to { opacity: 0; transform: translateX(-1.5rem) } }
@keyframes page-in { from { opacity: 0; transform: translateX(1.5rem) } }
@media (prefers-reduced-motion: reduce) {
  ::view-transition-group(page), ::view-transition-old(page), ::view-transition-new(page) { animation: none }
}`;

function addPageChangeStyles(): void {
  if (!('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
