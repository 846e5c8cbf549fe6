import type { ReactNode } from 'react';
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
