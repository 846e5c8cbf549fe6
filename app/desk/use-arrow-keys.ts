import { useEffect, useRef } from 'react';

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrow keys, Home and End move the focus between the links in an element. `links`: their selector. */
export function useArrowKeys<List extends HTMLElement>(links: string) {
  const list = useRef<List>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    function moveFocus(event: KeyboardEvent) {
      const move = moves[event.key];
      const found = [...(element?.querySelectorAll<HTMLAnchorElement>(links) ?? [])];
      const at = found.indexOf(document.activeElement as HTMLAnchorElement);
      if (!move || at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      found[move(at, found.length - 1)]?.focus();
    }
    element.addEventListener('keydown', moveFocus);
    return () => element.removeEventListener('keydown', moveFocus);
  }, [links]);
  return list;
}
