import { useEffect, useRef } from 'react';

/**
 * Puts the focus on an element for each new result, so that it is noticed first; on none where there is no result. `isTall`: it is
 * shown from its beginning.
 */
export function useFocusOn<Focusable extends HTMLElement>(result: unknown, isTall = false) {
  const element = useRef<Focusable>(null);
  useEffect(() => {
    if (!result) return;
    element.current?.focus();
    if (isTall) element.current?.scrollIntoView({ block: 'start' });
  }, [result, isTall]);
  return element;
}
