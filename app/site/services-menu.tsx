import { PageNavLink } from '#app/ui/page-link.tsx';
import { serviceLinks } from '#content/service-links.ts';
import { useServicesMenu } from './use-services-menu.ts';

const menuId = 'services-menu';

/**
 * A disclosure whose opening and closing is the browser's own (popover), so that it works without scripts;
 * scripts add the hover delays and the arrow keys.
 */
export function ServicesMenu() {
  const { menuProps, buttonProps, panelProps, open } = useServicesMenu();
  return (
    <div className="services-menu" {...menuProps}>
      <button type="button" popoverTarget={menuId} aria-expanded={open} aria-controls={menuId} {...buttonProps}>
        Services
      </button>
      <div id={menuId} popover="auto" className="services-panel" {...panelProps}>
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
      </div>
    </div>
  );
}
