import { BrandMark } from '#app/ui/brand-mark.tsx';
import { independent, regulation } from '#content/conditions.ts';
import { site } from '#content/site.ts';
import { helplineLabel } from '#content/stated-hours.ts';
import {
  hasNewsletter,
  hasSocialLinks,
  hasSocialProfiles,
  registration,
  socialAddresses,
  socialNames,
} from '#content/switches.ts';

const links = [
  { to: '/about', label: 'About Us' },
  { to: '/services', label: 'Services' },
  { to: '/make-a-claim', label: 'Make a Claim' },
  { to: '/faq', label: 'FAQ' },
  { to: '/guides', label: 'Guides' },
  { to: '/complaints', label: 'Complaints Procedure' },
  { to: '/complaints', label: 'Privacy Policy' },
  { to: '/complaints', label: 'Terms of Service' },
];

export function Footer() {
  return (
    <footer className="sign site-footer" lang="en-GB">
      <div className="container footer-grid">
        <section aria-label="Contact" className="stack">
          <p className="brand">
            <BrandMark />
            {site.brand}
          </p>
          <p>
            {`${helplineLabel}:`}{' '}
            <a href={`tel:${site.helpline.tel}`} className="footer-call">
              {site.helpline.display}
            </a>
          </p>
          <p>
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </p>
          <p>
            <a href="/roadside">Just happened? Start here.</a>
          </p>
          <address>
            <span>Registered office:</span>
            {site.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          {hasSocialProfiles && <SocialIcons />}
        </section>
        <nav aria-label="Footer">
          <ul>
            {links.map(({ to, label }) => (
              <li key={label}>
                <a href={to}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        {hasNewsletter && <Newsletter />}
      </div>
      <div className="container footer-notes">
        <p>{independent}</p>
        <p>
          {regulation} {site.legalName}, {registration}.
        </p>
        <p>
          © <span data-year>{new Date().getFullYear()}</span> {site.brand}
        </p>
      </div>
    </footer>
  );
}

/** Icons drawn for this site, because the networks' logos are trademarks. They are paths on a 24 x 24 grid. */
const shapes: Record<string, string> = {
  Facebook: 'M14 22v-8h3l1-4h-4V8q0-2 2-2h2V2h-3q-5 0-5 5v3H7v4h3v8z',
  Instagram: 'M3 3h18v18H3zm3 3v12h12V6zm6 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  LinkedIn: 'M3 9h4v12H3zm0-6h4v4H3zm7 6h4v2q4-4 7 0v10h-4v-8q-1-2-3 0v8h-4z',
  X: 'M3 3h5l4 6 5-6h4l-7 8 7 10h-5l-5-7-6 7H3l7-9z',
};

function SocialIcons() {
  return (
    <ul className="social-icons" aria-label="Social media">
      {socialNames.map((name, index) => {
        const href = hasSocialLinks && socialAddresses[index];
        // Of a network that is not drawn here, its name.
        const icon = shapes[name] ? (
          <svg viewBox="0 0 24 24" fill="currentColor" fillRule="evenodd" aria-hidden="true" className="icon">
            <path d={shapes[name]} />
          </svg>
        ) : (
          name
        );
        return (
          <li key={name}>
            {href ? (
              <a href={href} target="_blank" rel="noopener noreferrer" aria-label={`${name} (opens in a new tab)`}>
                {icon}
              </a>
            ) : (
              <button type="button" data-in-progress aria-label={name}>
                {icon}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * A placeholder for the newsletter. The browser validates the address, and nothing is sent or stored, with or without JavaScript
 * (method=dialog).
 */
function Newsletter() {
  return (
    <form className="newsletter" data-in-progress method="dialog">
      <h2 id="newsletter-title">Newsletter</h2>
      <label htmlFor="newsletter-email">Your email</label>
      <div className="input-row">
        <input id="newsletter-email" type="email" required autoComplete="email" className="input" />
        <button type="submit" className="button button-inverse">
          Subscribe
        </button>
      </div>
    </form>
  );
}
