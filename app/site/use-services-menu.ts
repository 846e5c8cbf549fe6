import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ToggleEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** A click this soon after a hover has opened the menu means to open it, not to close it. Milliseconds. */
const sameIntentMs = 500;

/** Milliseconds, from the specification: hover before it opens, after leaving before it closes, and how long a new hover needs no wait. */
export const menuDelays = { open: 200, close: 150, skip: 300 };

export function useServicesMenu() {
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef(0);
  const closedAt = useRef(Number.NEGATIVE_INFINITY);
  const hoverOpenedAt = useRef(Number.NEGATIVE_INFINITY);
  // Unknown until scripts run: before that the browser tells the state by itself.
  const [open, setOpen] = useState<boolean>();
  useEffect(() => setOpen(false), []);
  const { pathname } = useLocation();

  function toggle(show: boolean, focusFirst = false) {
    clearTimeout(timer.current);
    panel.current?.togglePopover?.(show);
    if (show && focusFirst) links(panel.current)[0]?.focus();
  }

  function openByHover() {
    hoverOpenedAt.current = performance.now();
    toggle(true);
  }

  /** The browser toggles on click; a hover that is still counting, or has just opened it, must not turn that round. */
  function onClick(event: MouseEvent) {
    clearTimeout(timer.current);
    if (open && performance.now() - hoverOpenedAt.current < sameIntentMs) event.preventDefault();
  }

  function onPointerEnter(event: PointerEvent) {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    const recentlyClosed = performance.now() - closedAt.current < menuDelays.skip;
    timer.current = window.setTimeout(openByHover, recentlyClosed ? 0 : menuDelays.open);
  }

  function onPointerLeave(event: PointerEvent) {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => toggle(false), menuDelays.close);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && open) {
      toggle(false);
      button.current?.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (!open) return toggle(true, true);
    const all = links(panel.current);
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
    if (next < 0) button.current?.focus();
    else all[Math.min(next, all.length - 1)]?.focus();
  }

  function onBeforeToggle() {
    if (panel.current && button.current) panel.current.style.left = `${button.current.getBoundingClientRect().left}px`;
  }

  function onToggle(event: ToggleEvent) {
    setOpen(event.newState === 'open');
    if (event.newState === 'closed') closedAt.current = performance.now();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of page closes it
  useEffect(() => {
    clearTimeout(timer.current);
    panel.current?.hidePopover?.();
  }, [pathname]);

  return {
    open,
    hover: { onPointerEnter, onPointerLeave, onKeyDown },
    trigger: { ref: button, onClick },
    panel: { ref: panel, onBeforeToggle, onToggle },
  };
}

function links(panel: HTMLElement | null): HTMLAnchorElement[] {
  return [...(panel?.querySelectorAll('a') ?? [])];
}
