import { formAction } from '#app/forms/form-action.ts';
import { benefits, partnerPitch } from '#content/benefits.ts';
import { partnersPage } from '#content/pages/partners-head.ts';
import { partner } from '#forms/partner.ts';
import type { Route } from './+types/partners-page.ts';
import { FormIsland } from './form-island.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';

export const meta: Route.MetaFunction = () => pageMeta(partnersPage);

export const action = (args: Route.ActionArgs) => formAction(partner, args);

export default function PartnersPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHero page={partnersPage} />
      <section className="container section stack" aria-labelledby="benefits-title">
        <h2 id="benefits-title">Why partner with us</h2>
        <p className="lead">{partnerPitch}</p>
        <ul className="grid-three">
          {benefits.map(({ title, text }) => (
            <li key={title} className="card">
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="section section-surface" aria-labelledby="partner-title">
        <div className="container split">
          <h2 id="partner-title">Become a Partner</h2>
          <FormIsland name={partner.name} posted={actionData} />
        </div>
      </section>
    </>
  );
}
