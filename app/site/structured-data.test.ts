import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { businessData, contactData, serviceData } from './structured-data.ts';

test('the helpline is open at all times, and no hours are claimed for the office', () => {
  const { contactPoint, ...office } = contactData();
  expect(contactPoint).toMatchObject({ telephone: site.helpline.tel, hoursAvailable: { opens: '00:00', closes: '23:59' } });
  expect(JSON.stringify([office, businessData()])).not.toMatch(/hours/i);
});

test('the business has its legal name, and a service names who provides it; both are for England and Wales', () => {
  const areaServed = [{ name: 'England' }, { name: 'Wales' }];
  expect(businessData()).toMatchObject({ name: site.brand, legalName: site.legalName, areaServed });
  const service = serviceData({ title: 'Towing', metaDescription: 'A truck.', href: '/services/towing' });
  expect(service).toMatchObject({ provider: { name: site.brand, '@id': businessData()['@id'] }, areaServed });
});
