import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ToggleEvent, useRef } from 'react';
import { isOpen, NavigationLink, navigationLinks, ServiceLinks, useMenu } from './menu.tsx';

/** The navigation on large screens; smaller ones have the mobile menu. */
export function MainNavigation() {
  const [home, about, ...others] = navigationLinks;
  return (
    <nav aria-label="Main" className="main-navigation">
      <ul>
        {[home, about].map(({ to, label }) => (
          <li key={to}>
            <NavigationLink to={to}>{label}</NavigationLink>
          </li>
        ))}
        <li>
          <ServicesMenu />
        </li>
        {others.map(({ to, label }) => (
          <li key={to}>
            <NavigationLink to={to}>{label}</NavigationLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const menuId = 'services-menu';

/**
 * The Services menu: a disclosure with the browser's popover, so that it works without JavaScript. JavaScript adds the hover delays
 * and the arrow keys.
 */
function ServicesMenu() {
  const { menuProps, buttonProps, panelProps, open } = useServicesMenu();
  return (
    <div className="services-menu" {...menuProps}>
      <button type="button" popoverTarget={menuId} aria-expanded={open} aria-controls={menuId} {...buttonProps}>
        Services
      </button>
      <div id={menuId} popover="auto" className="services-menu-panel" {...panelProps}>
        <ServiceLinks />
      </div>
    </div>
  );
}

/** A click within this time after the menu opened by hover does not close it, because it is the same gesture. Milliseconds. */
const sameIntentMs = 500;

/**
 * Times from the specification, in milliseconds: hover before opening, delay before closing, and how long after closing a hover opens
 * at once.
 */
const menuDelays = { open: 200, close: 150, skip: 300 };

function useServicesMenu() {
  const { open, panel, menuProps, panelProps } = useMenu();
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef(0);
  const closedAt = useRef(Number.NEGATIVE_INFINITY);
  const hoverOpenedAt = useRef(Number.NEGATIVE_INFINITY);

  function toggle(show: boolean, focusFirst = false) {
    clearTimeout(timer.current);
    panel.current?.togglePopover?.(show);
    if (show && focusFirst) links(panel.current)[0]?.focus();
  }

  function openByHover() {
    if (isOpen(panel.current)) return;
    hoverOpenedAt.current = performance.now();
    toggle(true);
  }

  /** The browser toggles the popover on click. A pending hover timer, or a hover that has just opened it, must not undo the click. */
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
    panelProps.onToggle(event);
    if (event.newState === 'closed') closedAt.current = performance.now();
  }

  return {
    open,
    menuProps: { ...menuProps, onPointerEnter, onPointerLeave, onKeyDown },
    buttonProps: { ref: button, onClick },
    panelProps: { ...panelProps, onBeforeToggle, onToggle },
  };
}

function links(panel: HTMLElement | null): HTMLAnchorElement[] {
  return [...(panel?.querySelectorAll('a') ?? [])];
}
