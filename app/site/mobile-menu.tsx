import { NavigationLink, navigationLinks, ServiceLinks } from './menu.tsx';

const menuId = 'mobile-menu';

/**
 * The menu on phones. It uses the browser's popover, so it works without JavaScript, does not trap the focus and closes on Escape.
 */
export function MobileMenu() {
  return (
    <div className="mobile-menu">
      <button type="button" popoverTarget={menuId} aria-controls={menuId}>
        <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
          <path d="M3 6h18M3 12h18M3 18h18" className="if-closed" stroke="currentColor" strokeWidth="3" />
          <path d="M5 5l14 14M19 5 5 19" className="if-open" stroke="currentColor" strokeWidth="3" />
        </svg>
        Menu
      </button>
      <div id={menuId} popover="auto" className="mobile-menu-panel">
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
