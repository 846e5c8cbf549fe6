import { PageNavLink } from '#app/ui/page-link.tsx';
import { navigationLinks } from './navigation-links.ts';
import { ServicesMenu } from './services-menu.tsx';

/** From large screens up; smaller ones have the mobile menu. */
export function MainNavigation() {
  const [home, about, ...others] = navigationLinks;
  return (
    <nav aria-label="Main" className="main-navigation">
      <ul>
        {[home, about].map(({ to, label }) => (
          <li key={to}>
            <PageNavLink to={to}>{label}</PageNavLink>
          </li>
        ))}
        <li>
          <ServicesMenu />
        </li>
        {others.map(({ to, label }) => (
          <li key={to}>
            <PageNavLink to={to}>{label}</PageNavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
