import { NavigationLink, navigationLinks, ServiceLinks, useMenu } from './menu.tsx';

const menuId = 'mobile-menu';

/**
 * The menu on phones. It uses the browser's popover, so it works without JavaScript, does not trap the focus and closes on Escape.
 */
export function MobileMenu() {
  const { open, menuProps, panelProps } = useMenu();
  return (
    <div className="mobile-menu" {...menuProps}>
      <button type="button" popoverTarget={menuId} aria-expanded={open} aria-controls={menuId}>
        <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
          <path d={open ? 'M5 5l14 14M19 5 5 19' : 'M3 6h18M3 12h18M3 18h18'} stroke="currentColor" strokeWidth="3" />
        </svg>
        Menu
      </button>
      <div id={menuId} popover="auto" className="mobile-menu-panel" {...panelProps}>
        <nav aria-label="Main menu">
          <ul>
            {navigationLinks.map(({ to, label }) => (
              <li key={to}>
                <NavigationLink to={to}>{label}</NavigationLink>
              </li>
            ))}
            <li>
              <details>
                <summary>Services</summary>
                <ServiceLinks />
              </details>
            </li>
            <li>
              <NavigationLink to="/make-a-claim" className="button button-action">
                Make a Claim
              </NavigationLink>
            </li>
          </ul>
        </nav>
      </div>
    </div>
  );
}
