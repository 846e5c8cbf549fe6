import { money } from '#content/money.ts';
import { aboutPage } from '#content/pages/about-head.ts';
import { values, whoWeAre } from '#content/values.ts';
import type { Route } from './+types/about-page.ts';
import { ClaimCta } from './calls-to-action.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { businessData } from './structured-data.ts';

export const meta: Route.MetaFunction = () => pageMeta(aboutPage, [businessData()]);

export default function AboutPage() {
  return (
    <>
      <PageHero page={aboutPage} />
      <section className="container section split" aria-labelledby="who-title">
        <h2 id="who-title">Who we are</h2>
        <div className="prose">
          {whoWeAre.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <h3>How we earn</h3>
          <p>{money.earnings}</p>
        </div>
      </section>
      <section className="section section-surface" aria-labelledby="values-title">
        <div className="container stack">
          <h2 id="values-title">Our core values</h2>
          <ul className="grid-three">
            {values.map(({ title, text }) => (
              <li key={title} className="card">
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <ClaimCta />
    </>
  );
}
