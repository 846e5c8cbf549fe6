import { useEffect, useRef } from 'react';

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** While the focus is in the list, up, down, Home and End move it from line to line. */
export function useArrowKeys() {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    function move(event: KeyboardEvent) {
      const step = steps[event.key];
      const links = [...(element?.querySelectorAll<HTMLAnchorElement>('a.row-who') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      links[step(at, links.length - 1)]?.focus();
    }
    element.addEventListener('keydown', move);
    return () => element.removeEventListener('keydown', move);
  });
  return list;
}
