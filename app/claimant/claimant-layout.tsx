import { Outlet } from 'react-router';
import { WaitingArea } from '#app/forms/waiting-area.tsx';
import { BrandMark } from '#app/ui/brand-mark.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { independent, regulation } from '#content/conditions.ts';
import { site } from '#content/site.ts';
import { helplineLabel, openHours } from '#content/stated-hours.ts';
import { registration } from '#content/switches.ts';
import type { Route } from './+types/claimant-layout.ts';
import stylesUrl from './claimant-styles.css?url';

export const meta: Route.MetaFunction = () => [{ title: `Your claim | ${site.brand}` }];

/** The layout of the page of a claim. Its links load a new document, because this page has a policy and a stylesheet of its own. */
export default function ClaimantLayout() {
  return (
    <ClaimantFrame>
      <Outlet />
    </ClaimantFrame>
  );
}

export function ErrorBoundary() {
  return (
    <ClaimantFrame>
      <div className="container stack claim-page">
        <h1>Sorry, this page did not work</h1>
        <p>
          Please try again, or call us on <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>, {openHours}.
        </p>
        <p>
          <a href="/your-claim">Back to your claim</a>
        </p>
      </div>
    </ClaimantFrame>
  );
}

function ClaimantFrame({ children }: { children: React.ReactNode }) {
  return (
    <>
      <link rel="stylesheet" href={stylesUrl} precedence="claimant" />
      <a href="#main" className="skip-link">
        Skip to main content
      </a>
      <header className="claimant-header">
        <div className="container cluster-between">
          <a href="/" className="brand">
            <BrandMark />
            {site.brand}
          </a>
          <a href={`tel:${site.helpline.tel}`} className="claimant-helpline">
            <Pictogram name="phone" className="icon" />
            <span>
              {`${helplineLabel} `}
              <strong>{site.helpline.display}</strong>
            </span>
          </a>
        </div>
      </header>
      <WaitingArea />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="claimant-footer">
        <div className="container stack">
          <ul className="cluster">
            <li>
              <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>
            </li>
            <li>
              <a href={`mailto:${site.email}`}>{site.email}</a>
            </li>
            <li>
              <a href="/complaints">Privacy and complaints</a>
            </li>
          </ul>
          <p>{independent}</p>
          <p>
            {regulation} {site.legalName}, {registration}.
          </p>
        </div>
      </footer>
    </>
  );
}
