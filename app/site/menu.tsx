import { type FocusEvent, type ToggleEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { PageNavLink } from '#app/ui/page-link.tsx';
import { serviceLinks } from '#content/service-links.ts';

/** The main navigation beside the Services menu and the Make a Claim button. */
export const navigationLinks = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About Us' },
  { to: '/partners', label: 'Partners' },
  { to: '/contact', label: 'Contact Us' },
] as const;

/** The services, as both menus list them. */
export function ServiceLinks() {
  return (
    <ul>
      {serviceLinks.map(({ href, title }) => (
        <li key={href}>
          <PageNavLink to={href}>{title}</PageNavLink>
        </li>
      ))}
      <li>
        <PageNavLink to="/services">All services</PageNavLink>
      </li>
    </ul>
  );
}

/** The state of a menu with the browser's popover. A navigation closes it, and so does the focus when it leaves the menu. */
export function useMenu() {
  const panel = useRef<HTMLDivElement>(null);
  // The state is undefined until hydration, because before that the browser exposes it.
  const [open, setOpen] = useState<boolean>();
  const { pathname } = useLocation();
  const shownOn = useRef(pathname);

  // The menu may have been opened before hydration.
  useEffect(() => setOpen(isOpen(panel.current)), []);

  useEffect(() => {
    if (shownOn.current === pathname) return;
    shownOn.current = pathname;
    panel.current?.hidePopover?.();
  }, [pathname]);

  return {
    open,
    panel,
    panelProps: { ref: panel, onToggle: (event: ToggleEvent) => setOpen(event.newState === 'open') },
    /** Props for the element that contains both the button and the panel. */
    menuProps: {
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        // relatedTarget is null when the whole window loses the focus.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) panel.current?.hidePopover?.();
      },
    },
  };
}

export function isOpen(panel: HTMLElement | null): boolean {
  return panel !== null && 'showPopover' in panel && panel.matches(':popover-open');
}
