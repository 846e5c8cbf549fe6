/**
 * What scripts add to the menus of the header, which are popovers and work without: the state of the button, the hover delays and
 * the arrow keys.
 */
export function startMenus(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('.site-header [popover]')) {
    const menu = panel.parentElement;
    const button = menu?.querySelector('button');
    if (!menu || !button) continue;
    const showState = () => button.setAttribute('aria-expanded', String(isOpen(panel)));
    // It may have been opened before.
    showState();
    panel.addEventListener('toggle', showState);
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      // It is null when the whole window loses the focus.
      if (relatedTarget && !menu.contains(relatedTarget as Node)) panel.hidePopover?.();
    });
    // The browser may show the page again as it was left.
    addEventListener('pagehide', () => panel.hidePopover?.());
    if (panel.matches('.services-menu-panel')) startServicesMenu(menu, button, panel);
  }
}

/** A click within this time after the menu opened by hover does not close it, because it is the same gesture. Milliseconds. */
const sameIntentMs = 500;

/**
 * Times from the specification, in milliseconds: hover before opening, delay before closing, and how long after closing a hover opens
 * at once.
 */
const menuDelays = { open: 200, close: 150, skip: 300 };

function startServicesMenu(menu: HTMLElement, button: HTMLElement, panel: HTMLElement): void {
  let timer = 0;
  let closedAt = Number.NEGATIVE_INFINITY;
  let hoverOpenedAt = Number.NEGATIVE_INFINITY;

  function toggle(show: boolean): void {
    clearTimeout(timer);
    panel.togglePopover?.(show);
  }

  function openByHover(): void {
    if (isOpen(panel)) return;
    hoverOpenedAt = performance.now();
    toggle(true);
  }

  // The browser toggles the popover on click. A pending hover timer, or a hover that has just opened it, must not undo the click.
  button.addEventListener('click', (event) => {
    clearTimeout(timer);
    if (isOpen(panel) && performance.now() - hoverOpenedAt < sameIntentMs) event.preventDefault();
  });

  menu.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer);
    const recentlyClosed = performance.now() - closedAt < menuDelays.skip;
    timer = window.setTimeout(openByHover, recentlyClosed ? 0 : menuDelays.open);
  });

  menu.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer);
    timer = window.setTimeout(() => toggle(false), menuDelays.close);
  });

  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen(panel)) {
      toggle(false);
      button.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const links = [...panel.querySelectorAll('a')];
    if (!isOpen(panel)) {
      toggle(true);
      return links[0]?.focus();
    }
    const next = links.indexOf(document.activeElement as HTMLAnchorElement) + (event.key === 'ArrowDown' ? 1 : -1);
    if (next < 0) button.focus();
    else links[Math.min(next, links.length - 1)]?.focus();
  });

  panel.addEventListener('beforetoggle', () => {
    panel.style.left = `${button.getBoundingClientRect().left}px`;
  });

  panel.addEventListener('toggle', () => {
    if (!isOpen(panel)) closedAt = performance.now();
  });
}

function isOpen(panel: HTMLElement): boolean {
  return 'showPopover' in panel && panel.matches(':popover-open');
}
