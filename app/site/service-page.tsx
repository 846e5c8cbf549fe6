import { PageLink } from '#app/ui/page-link.tsx';
import { ServicePictogram } from '#app/ui/service-pictogram.tsx';
import type { ServicePageContent } from '#content/types.ts';
import { ImmediateAssistance } from './calls-to-action.tsx';
import { CostNotice } from './cost-notice.tsx';
import { pageMeta } from './page-meta.ts';
import { PageSections } from './page-sections.tsx';
import { RelatedPages } from './related-pages.tsx';
import { breadcrumbsData, serviceData } from './structured-data.ts';

/** The one template of the service pages. */
export function ServicePage({ service }: { service: ServicePageContent }) {
  return (
    <>
      <div className="page-hero">
        <div className="container">
          <div className="page-hero-posts">
            <div className="sign">
              <ServicePictogram name={service.pictogram} className="page-hero-pictogram" />
              <p className="breadcrumb">
                <PageLink to="/services">Services</PageLink> / {service.title}
              </p>
              <h1>{service.heroTitle}</h1>
              <p className="lead">{service.heroLead}</p>
            </div>
          </div>
        </div>
      </div>
      <div className="container section with-sidebar">
        <div className="service-text">
          <PageSections sections={service.sections} />
          {service.noCostNotice && <CostNotice />}
        </div>
        <div className="sidebar stack">
          <WhyChooseUs features={service.features} />
          <RelatedPages title="Guides" pages={service.guides} />
          <ImmediateAssistance />
        </div>
      </div>
    </>
  );
}

function WhyChooseUs({ features }: { features: string[] }) {
  return (
    <aside className="card why-choose-us stack" aria-labelledby="why-us">
      <h2 id="why-us">Why Choose Us?</h2>
      <ul>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <PageLink to="/make-a-claim" className="button button-action">
        Start Your Claim Today
      </PageLink>
    </aside>
  );
}

export function serviceMeta(service: ServicePageContent) {
  const { pageTitle: title, metaDescription: description, href: path } = service;
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: 'Services', path: '/services' },
    { name: service.title, path },
  ];
  return pageMeta({ path, title, description }, [serviceData(service), breadcrumbsData(crumbs)]);
}
