import { NavigationLink, navigationLinks, ServiceLinks } from './menu.tsx';

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
 * The Services menu: a disclosure with the browser's popover, so that it works without JavaScript. app/islands/header-menus.ts adds the hover
 * delays and the arrow keys.
 */
function ServicesMenu() {
  return (
    <div className="services-menu">
      <button type="button" popoverTarget={menuId} aria-controls={menuId}>
        Services
      </button>
      <div id={menuId} popover="auto" className="services-menu-panel">
        <ServiceLinks />
      </div>
    </div>
  );
}
