import { type FocusEvent, type ReactNode, type ToggleEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { serviceLinks } from '#content/service-links.ts';

/** The main navigation beside the Services menu and the Make a Claim button. */
export const navigationLinks = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About Us' },
  { to: '/partners', label: 'Partners' },
  { to: '/contact', label: 'Contact Us' },
] as const;

type NavigationLinkProps = { to: string; className?: string; children: ReactNode };

/** A link of a navigation, marked on its own page. */
export function NavigationLink({ to, className, children }: NavigationLinkProps) {
  const isCurrent = useLocation().pathname === to;
  return (
    <a href={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** The services, as both menus list them. */
export function ServiceLinks() {
  return (
    <ul>
      {serviceLinks.map(({ href, title }) => (
        <li key={href}>
          <NavigationLink to={href}>{title}</NavigationLink>
        </li>
      ))}
      <li>
        <NavigationLink to="/services">All services</NavigationLink>
      </li>
    </ul>
  );
}

/** The state of a menu with the browser's popover. Leaving the page closes it, and so does the focus when it leaves the menu. */
export function useMenu() {
  const panel = useRef<HTMLDivElement>(null);
  // The state is undefined until hydration, because before that the browser exposes it.
  const [open, setOpen] = useState<boolean>();

  // The menu may have been opened before hydration.
  useEffect(() => setOpen(isOpen(panel.current)), []);

  // The page may be shown again as it was left.
  useEffect(() => {
    const close = () => panel.current?.hidePopover?.();
    addEventListener('pagehide', close);
    return () => removeEventListener('pagehide', close);
  }, []);

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
