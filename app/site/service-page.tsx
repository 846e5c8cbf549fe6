import { ServicePictogram } from '#app/ui/service-pictogram.tsx';
import type { ServicePageContent } from '#content/types.ts';
import { serviceData } from './structured-data.ts';
import { TextPage, textPageMeta } from './text-page.tsx';

const list = { title: 'Services', href: '/services' };

export function ServicePage({ service }: { service: ServicePageContent }) {
  return (
    <TextPage
      list={list}
      page={{ ...service, heading: service.heroTitle, lead: service.heroLead }}
      pictogram={<ServicePictogram name={service.pictogram} className="page-hero-pictogram" />}
      aside={<WhyChooseUs service={service} />}
      related={{ title: 'Guides', pages: service.guides }}
    />
  );
}

function WhyChooseUs({ service: { features, claimNote } }: { service: ServicePageContent }) {
  return (
    <aside className="card why-choose-us stack" aria-labelledby="why-us">
      <h2 id="why-us">Why Choose Us?</h2>
      <ul>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {claimNote && <p>{claimNote}</p>}
      <a href="/make-a-claim" className="button button-action">
        Start Your Claim Today
      </a>
    </aside>
  );
}

export function serviceMeta(service: ServicePageContent) {
  const { pageTitle: title, metaDescription: description, href: path } = service;
  return textPageMeta(list, service.title, { path, title, description }, serviceData(service));
}
