import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { announcePage, PageTitle } from '#app/ui/page-announcement.tsx';

/** The path that is shown, beyond the layouts: from the sign-in to the inbox the one gives way to the other. */
let shown: string | null = null;

/** Announces each change of page, and the page itself wherever a search or a form has left the focus nowhere. */
export function PageAnnouncer() {
  const { pathname, key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that is sent to its own page changes only the key
  useEffect(() => {
    const before = shown;
    shown = pathname;
    if (before !== null && (before !== pathname || document.activeElement === document.body)) announcePage();
  }, [pathname, key]);

  return <PageTitle />;
}
