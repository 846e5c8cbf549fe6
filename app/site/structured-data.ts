import { siteUrlPlaceholder as siteUrl } from '#app/document/site-url.ts';
import { helplineHours } from '#content/helpline-hours.ts';
import { site } from '#content/site.ts';
import type { GuidePageContent, Question } from '#content/types.ts';
import { plainText } from '#forms/marked-languages.ts';

/** schema.org descriptions, as JSON-LD. No reviews or ratings: samples are not evidence. */

const areaServed = site.areaServed.map((name) => ({ '@type': 'AdministrativeArea', name }));

export function businessData() {
  const region: string = site.region;
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${siteUrl}/#business`,
    name: site.brand,
    legalName: site.legalName,
    url: `${siteUrl}/`,
    telephone: site.helpline.tel,
    email: site.email,
    image: `${siteUrl}/share.png`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: streetOf(site).join(', '),
      addressLocality: site.town,
      ...(region !== site.town && { addressRegion: region }),
      postalCode: site.address.at(-1),
      addressCountry: 'GB',
    },
    geo: { '@type': 'GeoCoordinates', ...site.coordinates },
    areaServed,
  };
}

/** The lines before the town: a flat or unit, the building, the street. */
export function streetOf({ address, town, region }: { address: readonly string[]; town: string; region: string }): string[] {
  const lines: string[] = address.slice(0, -1);
  const isPlace = (line: string) =>
    [town, region, `${town}, ${region}`].some((name) => name.toLowerCase() === line.toLowerCase());
  return lines.filter((line) => !isPlace(line));
}

/** The description on /contact. The office has no hours: those of content/site.ts are the helpline's. */
export function contactData() {
  return {
    ...businessData(),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: site.helpline.tel,
      areaServed,
      hoursAvailable: helplineHours,
    },
  };
}

/** The service of law firms, to which we only introduce. */
const introduction = '/services/legal-support';

export function serviceData(service: { title: string; metaDescription: string; href: string }) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: service.title,
    ...(service.href === introduction && { serviceType: 'Introduction to law firms' }),
    description: service.metaDescription,
    url: `${siteUrl}${service.href}`,
    provider: { '@type': 'LocalBusiness', '@id': `${siteUrl}/#business`, name: site.brand, url: `${siteUrl}/` },
    areaServed,
  };
}

export function articleData(guide: GuidePageContent) {
  const business = { '@type': 'Organization', '@id': `${siteUrl}/#business`, name: site.brand, url: `${siteUrl}/` };
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: plainText(guide.heading),
    description: guide.description,
    url: `${siteUrl}${guide.href}`,
    mainEntityOfPage: `${siteUrl}${guide.href}`,
    image: `${siteUrl}/share.png`,
    inLanguage: 'en-GB',
    ...(guide.published && { datePublished: guide.published }),
    dateModified: guide.reviewed,
    author: business,
    publisher: business,
    citation: guide.sources.map(({ name, href }) => ({ '@type': 'CreativeWork', name, ...(href && { url: href }) })),
  };
}

export function questionsData(questions: Question[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: plainText(question),
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
    })),
  };
}

export function breadcrumbsData(crumbs: { name: string; path: string }[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${siteUrl}${path}`,
    })),
  };
}
