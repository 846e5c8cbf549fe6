// Protects: sample content that a business has to replace is found before launch.

import { expect, test } from 'vitest';
import { services } from '#content/all-services.ts';
import { closedDays } from '#content/closed-days.ts';
import { site } from '#content/site.ts';
import { dateInWords } from '#forms/london-day.ts';
import { aboutOf, placeholderBusiness, readyBusiness, textOfAnswer, textOfService } from '#testing/fixtures/example-content.ts';
import { checkContent, type LaunchContent, readLaunchContent } from './content-check.ts';

test('a copy as it comes is red wherever a business must speak for itself, once for each thing', () => {
  const findings = checkContent(placeholderBusiness);
  expect(aboutOf(findings, 'red')).toEqual(
    `brand,legal name,company number,office,regulation,money,helpline,whatsapp,email,testimonials,social,newsletter`.split(','),
  );
  expect(aboutOf(findings, 'amber')).toEqual(['VAT', 'data protection', 'map']);
  expect(findings.filter(({ state, todo }) => (state === 'green') !== (todo === null))).toEqual([]);
});

test('it is the words of this site that are looked at, to the last service', async () => {
  const { site: found, wording } = await readLaunchContent();
  expect(found).toEqual({ ...site, closedDays });
  const files = new Set(wording.map(({ file }) => file));
  expect(
    ['content/faq.ts', 'content/legal.ts', 'content/conditions.ts', 'content/site.ts'].filter((file) => !files.has(file)),
  ).toEqual([]);
  expect([...files].filter((file) => file.startsWith('content/services/')).length).toBe(services.length);
});

const plantedContent: [string, Partial<LaunchContent['site']> | Omit<Partial<LaunchContent>, 'site'>, string][] = [
  ['a helpline that dials a drama number', { helpline: { display: '0800 118 1631', tel: '+44 (0)131 496 0999' } }, 'helpline'],
  ['a chat link to a drama number', { whatsapp: { display: 'Chat', href: 'https://wa.me/447700900000' } }, 'whatsapp'],
  ['a company number that fills the place', { companyNumber: '12345678' }, 'company number'],
  ['a VAT number that fills the place', { vatNumber: 'GB 123 4567 89' }, 'VAT'],
  ['an address without its whole postcode', { address: ['4 Fencepiece Road', 'Chigwell', 'IG7'] }, 'office'],
  ['a map far from the address', { coordinates: { latitude: 53.797, longitude: -1.548 } }, 'map'],
  ['a social icon without its address', { social: [{ name: 'X', href: null }] }, 'social'],
  ['a newsletter that nobody sends', { newsletter: 'placeholder' }, 'newsletter'],
  ['a regulated firm without its number', { regulation: 'Regulated by the Financial Conduct Authority.' }, 'regulation'],
  [
    'a regulated firm with a number that fills the place',
    { regulation: 'Authorised by the Financial Conduct Authority (FRN 000000).' },
    'regulation',
  ],
  ['a regulator by its initials alone', { regulation: 'Authorised by the FCA (FRN 739214).' }, 'regulation'],
  ['money that nobody has confirmed', { money: { ...readyBusiness.money, isConfirmed: false } }, 'money'],
  ['one sample among the testimonials', { samples: 1 }, 'testimonials'],
  ['a drama number in an answer', { wording: [textOfAnswer('Ring 01632 960 017.')] }, 'wording'],
  ['an example address in an answer', { wording: [textOfAnswer('Write to us@claims.example.')] }, 'wording'],
  ['a sentence left for later', { wording: [textOfAnswer('We store cars for 7 days (owner to confirm).')] }, 'wording'],
];

test.each(plantedContent)('%s is red', (_, change, expected) => {
  const isSite = Object.keys(change).every((key) => key in readyBusiness.site);
  const content = isSite ? { ...readyBusiness, site: { ...readyBusiness.site, ...change } } : { ...readyBusiness, ...change };
  expect(aboutOf(checkContent(content as LaunchContent), 'red')).toEqual([expected]);
});

test('without a testimonial nobody is told to keep the proof of each', () => {
  const found = checkContent(readyBusiness).find((one) => one.about === 'testimonials');
  expect(found).toEqual({
    about: 'testimonials',
    state: 'green',
    says: expect.stringContaining('of any that you show'),
    todo: null,
  });
});

test('a number that fills a place is quoted, and not said to be missing', () => {
  const site = { ...readyBusiness.site, companyNumber: 'SC123456', vatNumber: 'GB 123 4567 89' };
  const wording = [{ ...textOfAnswer(''), text: 'Our ICO registration number is ZA999999.' }];
  const found = checkContent({
    ...readyBusiness,
    site,
    wording,
    regulation: 'Authorised by the Financial Conduct Authority (FRN 999999).',
  });
  const told = found.filter(({ says }) => says.endsWith('looks as if it was filled in for want of the real one.'));
  expect(told.map(({ says }) => /[A-Z]*\d[\d ]*\d/.exec(says)?.[0])).toEqual(['SC123456', '123 4567 89', '999999', 'ZA999999']);
});

const belfast = {
  address: ['1 Chigwell Street', 'Chigwell', 'BT1 5GS'],
  coordinates: { latitude: 54.597, longitude: -5.93 },
  closedDays: { bankHolidaysOf: 'Northern Ireland' as const, days: [] },
};

function aMonth(ahead = 0) {
  const date = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return { from: date(ahead), to: date(ahead + 30) };
}

test.each([
  ['a town that the address does not name', { town: 'Hainault' }, 'town'],
  ['a region that is not that of the postcode', { region: 'London', address: ['1 Park Row', 'Chigwell', 'LS1 4DY'] }, 'town'],
  ['an office in another part of the country than it serves', belfast, 'area served'],
  ['the same where that is one text', { ...belfast, areaServed: ['England and Wales'] }, 'area served'],
  ['a company registered in Scotland that serves England and Wales', { companyNumber: 'SC739214' }, 'area served'],
  [
    'one registered in Northern Ireland that serves Scotland',
    { companyNumber: 'NI739214', areaServed: ['Scotland'] },
    'area served',
  ],
  [
    'closed days that let somebody wait for weeks',
    { closedDays: { bankHolidaysOf: 'England and Wales' as const, days: [aMonth()] } },
    'hours',
  ],
  ['the bank holidays of another nation', { closedDays: { bankHolidaysOf: 'Scotland' as const, days: [] } }, 'bank holidays'],
])('%s is amber', (_, change, expected) => {
  expect(aboutOf(checkContent({ ...readyBusiness, site: { ...readyBusiness.site, ...change } }), 'amber')).toEqual([expected]);
});

test('the closed days that are listed are told with the day on which the list ends', () => {
  const days = [aMonth(3), aMonth(100)].map(({ from }) => ({ from, to: from }));
  const site = { ...readyBusiness.site, closedDays: { bankHolidaysOf: 'England and Wales' as const, days } };
  const said = checkContent({ ...readyBusiness, site }).map(({ says }) => says);
  expect(said.join()).toContain(`Your list ends on ${dateInWords(days[1]?.to ?? '')}.`);
  expect(said.join()).toMatch(/proclaimed for a single year are known up to \d+ \w+ 20\d\d/);
});

test.each([['Northern Ireland'], ['Northern Ireland', 'Scotland'], ['Belfast', 'Antrim']])(
  'an office in Belfast that serves %s is in no contradiction',
  (...areaServed) => {
    const site = { ...readyBusiness.site, ...belfast, areaServed };
    expect(aboutOf(checkContent({ ...readyBusiness, site }), 'amber')).toEqual([]);
  },
);

test.each([
  ['SC739214', ['Scotland', 'England']],
  ['SC739214', ['England and Scotland']],
  ['SC739214', ['Tyne and Wear']],
  ['07392148', ['Scotland']],
])('a company of the number %s that serves %j is in no contradiction', (companyNumber, areaServed) => {
  const content = { ...readyBusiness, site: { ...readyBusiness.site, companyNumber, areaServed } };
  expect(aboutOf(checkContent(content), 'amber')).toEqual([]);
});

test('what the claim form does not offer because its service is gone is amber, and not hidden', () => {
  const notOffered = [{ label: 'Legal support', file: 'content/services/legal-support.md' }];
  const findings = checkContent({ ...readyBusiness, notOffered });
  expect(aboutOf(findings, 'amber')).toEqual(['claim form']);
  expect(findings.find((one) => one.about === 'claim form')?.says).toContain('“Legal support”');
});

test('a service that a business has added and the claim form does not ask about is amber', () => {
  const findings = checkContent({ ...readyBusiness, notAsked: ['vehicle-storage'] });
  expect(aboutOf(findings, 'amber')).toEqual(['claim form']);
  expect(findings.find((one) => one.about === 'claim form')?.says).toContain('content/services/vehicle-storage.md');
});

test('guides that only the authors of the template have checked are amber, once for all', () => {
  const guide = (name: string, by: string) => ({
    ...textOfAnswer(`reviewed: 2026-11-22\nreviewedBy: ${by}\n`),
    file: `content/guides/${name}.md`,
  });
  const wording = [
    guide('one', 'the authors of this template'),
    guide('two', 'the authors of this template'),
    guide('three', 'Grace'),
  ];
  const [found, ...others] = checkContent({ ...readyBusiness, wording }).filter(({ about: of }) => of === 'guides');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ state: 'amber', says: expect.stringMatching(/guides\/one\.md, .*guides\/two\.md say/) });
});

test('texts about London of a firm that is elsewhere are amber, each quoted', () => {
  const leeds = { address: ['1 Park Row', 'Leeds', 'LS1 4DY'], town: 'Leeds', region: 'West Yorkshire' };
  const wording = [...readyBusiness.wording, textOfService('A PCO driver in London has a licence of TfL.')];
  const site = { ...readyBusiness.site, ...leeds, coordinates: { latitude: 53.797, longitude: -1.548 } };
  const findings = checkContent({ ...readyBusiness, site, wording });
  expect(aboutOf(findings, 'amber')).toEqual(['London']);
  expect(findings.find((one) => one.about === 'London')?.says).toContain('content/services/one.md says “PCO”');
  expect(aboutOf(checkContent({ ...readyBusiness, wording }), 'amber')).toEqual([]);
});

test.each([
  ['Northern Ireland', 'Section 170 of the Road Traffic Act 1988 is your duty.', 'Road Traffic Act 1988'],
  [
    'Northern Ireland',
    'Other rules apply to accidents in Scotland or Northern Ireland.',
    'accidents in Scotland or Northern Ireland',
  ],
  ['Scotland', 'law: England and Wales', 'England'],
])('a firm that takes claims in %s alone is asked about “%s”', (nation, text, quoted) => {
  const laws = (areaServed: string[], said: string) =>
    checkContent({ ...readyBusiness, site: { ...readyBusiness.site, areaServed }, wording: [textOfService(said)] }).filter(
      (finding) => finding.about === 'law',
    );
  expect(laws([nation], text)).toMatchObject([
    { state: 'amber', says: expect.stringContaining(`content/services/one.md says “${quoted}”`) },
  ]);
  expect(laws([nation], 'You may choose the garage.')).toMatchObject([{ state: 'green' }]);
  expect(laws(['England', nation], text)).toEqual([]);
  expect(laws(['Essex'], text)).toEqual([]);
});

test('the bank holidays of the whole United Kingdom are no law of elsewhere', async () => {
  const { site: ours, wording } = await readLaunchContent();
  const content = { ...readyBusiness, site: { ...ours, areaServed: ['Northern Ireland'] }, wording };
  expect(checkContent(content).find((finding) => finding.about === 'law')?.says).not.toMatch(/holidays|closed-days/);
});

test('a site without social profiles has nothing to decide about them', () => {
  expect(aboutOf(checkContent({ ...readyBusiness, site: { ...readyBusiness.site, social: [] } }), 'red')).toEqual([]);
});
