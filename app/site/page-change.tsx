import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { addPageChangeStyles } from './page-change-styles.ts';

/** After a change of page: reads out its title, and moves the focus to the new page's heading. */
export function PageChange() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(addPageChangeStyles, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  );
}
