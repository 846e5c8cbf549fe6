import { guides } from '#content/all-guides.ts';
import { guidesPage } from '#content/pages/guides-head.ts';
import type { Route } from './+types/guides-page.ts';
import { ClaimCta } from './calls-to-action.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { Words } from './words.tsx';

export const meta: Route.MetaFunction = () => pageMeta(guidesPage);

export default function GuidesPage() {
  return (
    <>
      <PageHero page={guidesPage} />
      <section className="container section stack" aria-labelledby="all-guides">
        <h2 id="all-guides">All our guides</h2>
        <ul className="grid-three">
          {guides.map(({ title, href, lead }) => (
            <li key={href} className="card card-link stack">
              <h3>
                <a href={href}>
                  <Words text={title} isHeading />
                </a>
              </h3>
              <p>
                <Words text={lead} />
              </p>
            </li>
          ))}
        </ul>
      </section>
      <ClaimCta />
    </>
  );
}
