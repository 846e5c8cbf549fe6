import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { announcePage, PageTitle } from '#app/ui/page-announcement.tsx';
import { addPageChangeStyles } from './page-change-styles.ts';

/** Each change of page is shown and announced. */
export function PageChange() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(addPageChangeStyles, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    announcePage();
  }, [pathname]);

  return <PageTitle />;
}
