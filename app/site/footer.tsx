import { BrandMark } from '#app/ui/brand-mark.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import { independent, regulation } from '#content/notices.ts';
import { site } from '#content/site.ts';
import { CurrentYear } from './current-year.tsx';
import { Newsletter } from './newsletter.tsx';
import { SocialIcons } from './social-icons.tsx';

const links = [
  { to: '/about', label: 'About Us' },
  { to: '/services', label: 'Services' },
  { to: '/make-a-claim', label: 'Make a Claim' },
  { to: '/faq', label: 'FAQ' },
  { to: '/complaints', label: 'Complaints Procedure' },
  { to: '/complaints', label: 'Privacy Policy' },
  { to: '/complaints', label: 'Terms of Service' },
];

export function Footer() {
  return (
    <footer className="site-footer">
      <div className="rail footer-grid">
        <section aria-label="Contact" className="stack">
          <p className="brand">
            <BrandMark className="brand-mark" />
            {site.brand}
          </p>
          <p>
            24/7 helpline:{' '}
            <a href={`tel:${site.helpline.tel}`} className="footer-call">
              {site.helpline.display}
            </a>
          </p>
          <p>
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </p>
          <address>
            {site.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <SocialIcons />
        </section>
        <nav aria-label="Footer">
          <ul>
            {links.map(({ to, label }) => (
              <li key={label}>
                <PageLink to={to}>{label}</PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <Newsletter />
      </div>
      <div className="rail footer-small">
        <p>{independent}</p>
        <p>
          {regulation} {site.legalName}, company number {site.companyNumber}.
        </p>
        <p>
          © <CurrentYear /> {site.brand}
        </p>
      </div>
    </footer>
  );
}
