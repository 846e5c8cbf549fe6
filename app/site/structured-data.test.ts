// Protects: search engines are told the hours, names and services of content/site.ts and nothing more.
import { expect, test } from 'vitest';
import { helplineHours } from '#content/helpline-hours.ts';
import { serviceLinks } from '#content/service-links.ts';
import { site } from '#content/site.ts';
import { articleData, businessData, contactData, serviceData, streetOf } from './structured-data.ts';

test('the helpline has the hours of content/site.ts, and no hours are claimed for the office', () => {
  const { contactPoint, ...office } = contactData();
  expect(contactPoint).toMatchObject({ telephone: site.helpline.tel, hoursAvailable: helplineHours });
  expect(JSON.stringify([office, businessData()])).not.toMatch(/hours/i);
});

test('the business has its legal name, and a service names who provides it; both are for the area in content/site.ts', () => {
  const areaServed = site.areaServed.map((name) => ({ '@type': 'AdministrativeArea', name }));
  expect(businessData()).toMatchObject({ name: site.brand, legalName: site.legalName, areaServed });
  const service = serviceData({ title: 'Towing', metaDescription: 'A truck.', href: '/services/towing' });
  expect(service).toMatchObject({ provider: { name: site.brand, '@id': businessData()['@id'] }, areaServed });
  expect(contactData().contactPoint).toMatchObject({ areaServed });
});

test.each([
  [
    ['Flat 2', "St David's House", '4 Wood Street', 'Cardiff', 'CF10 1ER'],
    'Cardiff',
    'South Wales',
    ['Flat 2', "St David's House", '4 Wood Street'],
  ],
  [['Unit 4, Sample Yard', 'Leeds', 'LS1 4ZZ'], 'Leeds', 'West Yorkshire', ['Unit 4, Sample Yard']],
  [['1 High Street', 'Barking, London', 'IG11 8AA'], 'Barking', 'London', ['1 High Street']],
])('the street of %j is all that comes before the town', (address, town, region, street) => {
  expect(streetOf({ address, town, region })).toEqual(street);
});

test('the address has town and region apart, and its postcode', () => {
  const { address } = businessData();
  expect(address).toMatchObject({ addressLocality: site.town, addressRegion: site.region, postalCode: site.address.at(-1) });
  expect(address.streetAddress).toContain(site.address[0]);
});

test('what law firms do is described as an introduction to them, and nothing else is', () => {
  const introduction = '/services/legal-support';
  const dataOf = (href: string) => serviceData({ title: 'One', metaDescription: '', href });
  expect(dataOf(introduction)).toMatchObject({ serviceType: 'Introduction to law firms' });
  for (const { href } of serviceLinks.filter(({ href }) => href !== introduction))
    expect(dataOf(href)).not.toHaveProperty('serviceType');
});

test('a guide is an article of the day on which it appeared, where that is known', () => {
  const guide = {
    title: 'One',
    description: '',
    heading: 'One?',
    lead: '',
    law: 'England and Wales',
    reviewed: '2026-11-23',
    reviewedOn: '23 November 2026',
    sources: [],
    services: [],
    sections: [],
    noCostNotice: false,
    href: '/guides/one',
  };
  expect(articleData({ ...guide, published: '2026-11-22' })).toMatchObject({
    datePublished: '2026-11-22',
    dateModified: '2026-11-23',
  });
  expect(articleData(guide)).not.toHaveProperty('datePublished');
});
