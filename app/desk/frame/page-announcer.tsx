import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The page that is shown, beyond the layouts: from the sign-in to the inbox the one gives way to the other. */
let shown: string | null = null;

/** After a change of page its title is announced and its heading has the focus; so it has wherever a change lost the focus. */
export function PageAnnouncer() {
  const { pathname, search, key } = useLocation();
  const [title, setTitle] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that is sent to its own page changes only the key
  useEffect(() => {
    const before = shown;
    shown = pathname + search;
    if (before === null) return;
    const [pathBefore] = before.split('?');
    if (before !== shown) setTitle(document.title);
    if (pathBefore !== pathname || document.activeElement === document.body) focusHeading();
  }, [pathname, search, key]);

  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  );
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
