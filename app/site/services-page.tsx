import { services } from '#content/all-services.ts';
import { servicesPage } from '#content/pages/services-head.ts';
import type { Route } from './+types/services-page.ts';
import { ClaimCta } from './calls-to-action.tsx';
import { CostNotice } from './cost-notice.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { ServiceCards } from './service-cards.tsx';

export const meta: Route.MetaFunction = () => pageMeta(servicesPage);

export default function ServicesPage() {
  return (
    <>
      <PageHero page={servicesPage} />
      <section className="container section stack" aria-labelledby="all-services">
        <h2 id="all-services">All our services</h2>
        <ServiceCards services={services} />
        <CostNotice />
      </section>
      <ClaimCta />
    </>
  );
}
