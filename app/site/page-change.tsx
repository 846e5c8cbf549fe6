import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { addPageChangeStyles } from './page-change-styles.ts';

const titleId = 'page-title';

/**
 * After a change of page the focus goes to the new page's heading. The title is the heading's description: a screen reader says
 * both in one announcement, where a live region would have been a second one.
 */
export function PageChange() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const title = useRef<HTMLParagraphElement>(null);

  useEffect(addPageChangeStyles, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (title.current) title.current.textContent = document.title;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    target?.setAttribute('tabindex', '-1');
    target?.setAttribute('aria-describedby', titleId);
    target?.focus({ preventScroll: true });
  }, [pathname]);

  return <p id={titleId} ref={title} hidden />;
}
