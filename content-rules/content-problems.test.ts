// Protects: each rule for the content is checked, and each breach is named by file and field.
import { expect, test } from 'vitest';
import { first, list, problemsAfter, real, service } from '#testing/planted-content.ts';
import { contentProblems } from './content-problems.ts';
import type { MarkdownFile } from './markdown.ts';

test('the real content has no problems', () => {
  expect(contentProblems(real)).toEqual([]);
});

test('a link to a service that was taken away is told', () => {
  const problems = problemsAfter((content) => {
    service(content).body += '\n\nSee our [other page](/services/taken-away).\n';
  });
  expect(problems).toEqual([`${first.file}: body must not link to /services/taken-away, which is no page.`]);
});

test('an answer that leads to a service that was taken away is told', () => {
  const problems = problemsAfter((content) => {
    Object.assign(list(content, 'faq', 'faq')[0] ?? {}, { more: { to: '/services/taken-away', label: 'More' } });
  });
  expect(problems).toEqual(['content/faq.ts: faq[0].more.to must not be /services/taken-away, which is no page.']);
});

test('two services in one place of the order are told', () => {
  const second = real.services.at(1) as MarkdownFile;
  const problems = problemsAfter((content) => Object.assign(service(content).frontMatter, { order: second.frontMatter.order }));
  expect(problems).toEqual([`${second.file}: order must be unique, it repeats that of ${first.file}.`]);
});

test('a site without a service is told', () => {
  const problems = problemsAfter((content) => content.services.splice(0));
  expect(problems).toContain('content/services: there must be at least one service.');
});

const mondays = { from: 'Monday', to: 'Monday', opens: '08:00', closes: '20:00' };

test.each([
  ['24/7', "site.openingHours must be 'always', or have times and bankHolidays."],
  [{ times: [], bankHolidays: false }, 'site.openingHours.times must have at least one entry.'],
  [{ times: [mondays] }, 'site.openingHours.bankHolidays is missing.'],
  [
    { times: [{ ...mondays, opens: '8am' }], bankHolidays: false },
    'site.openingHours.times[0].opens must be a time as 08:00: write 08:00.',
  ],
  [
    { times: [{ ...mondays, closes: '02:00' }], bankHolidays: false },
    'site.openingHours.times[0] must close later than it opens: a night is two entries.',
  ],
])('opening hours of %j are told by field', (openingHours, sentence) => {
  expect(problemsAfter((content) => Object.assign(content.modules['content/site.ts']?.site ?? {}, { openingHours }))).toContain(
    `content/site.ts: ${sentence}`,
  );
});

test.each([
  [
    { whatsapp: { display: '0113 496 0123', href: 'https://wa.me/447700900123' } },
    "site.whatsapp must link in href to the number shown in display, which is 'https://wa.me/441134960123'.",
  ],
  [
    { helpline: { display: '0113 496 0123', tel: '+441134960124' } },
    "site.helpline must dial in tel the number shown in display, which is '+441134960123'.",
  ],
  [
    { address: ['1 Park Row', 'Leeds', 'Yorkshire'] },
    'site.address must have the postcode on its last line, and nothing else there.',
  ],
  [{ areaServed: [] }, 'site.areaServed must name at least one.'],
  [
    { coordinates: { latitude: 53.8, longitude: 1.55 } },
    'site.coordinates must be in Great Britain or Northern Ireland, latitude first; west of Greenwich the longitude has a minus.',
  ],
])('%j is told by field', (change, sentence) => {
  expect(problemsAfter((content) => Object.assign(content.modules['content/site.ts']?.site ?? {}, change))).toEqual([
    `content/site.ts: ${sentence}`,
  ]);
});

test.each([
  { helpline: { display: '+44 (0)113 496 0123', tel: '+441134960123' } },
  { whatsapp: { display: '0044 7700 900123', href: 'https://wa.me/447700900123?text=Hello' } },
  { address: ['1 Park Row', 'Leeds', 'LS1 4DY'], coordinates: { latitude: 53.797, longitude: -1.548 } },
])('%j is sound', (change) => {
  expect(problemsAfter((content) => Object.assign(content.modules['content/site.ts']?.site ?? {}, change))).toEqual([]);
});

test('two pages with the same title are told', () => {
  const { pages } = real.modules['content/pages.ts'] as { pages: { reviews: { title: string } } };
  const { title } = pages.reviews;
  expect(problemsAfter((content) => Object.assign(service(content).frontMatter, { pageTitle: title }))).toContain(
    `${first.file}: pageTitle must be unique, it repeats pages.reviews.title of content/pages.ts.`,
  );
});

test.each([
  ['faq', 'homeFaq', 12],
  ['steps', 'steps', 6],
  ['complaints', 'complaints', 10],
])('content/%s.ts with no %s, or with more than %i, is told', (name, field, most) => {
  const none = problemsAfter((content) => list(content, name, field).splice(0));
  expect(none).toContain(`content/${name}.ts: ${field} must have 1 to ${most} items, found 0.`);
  const many = problemsAfter((content) => list(content, name, field).push(...Array(most).fill({ title: 'One', text: 'more' })));
  expect(many.join()).toContain(`content/${name}.ts: ${field} must have 1 to ${most} items, found `);
});

test('an empty answer is told', () => {
  const last = list(real, 'faq', 'faq').length - 1;
  const problems = problemsAfter((content) => Object.assign(list(content, 'faq', 'faq')[last] ?? {}, { answer: ' ' }));
  expect(problems).toContain(`content/faq.ts: faq[${last}].answer must not be empty.`);
});

test('a rating of six stars is told', () => {
  const problems = problemsAfter((content) =>
    list(content, 'testimonials', 'testimonials').unshift({
      name: 'Ada',
      location: 'Leeds',
      rating: 6,
      comment: 'Good.',
      imageDescription: 'A drawing',
      sample: true,
    }),
  );
  expect(problems).toContain('content/testimonials.ts: testimonials[0].rating must be from 1 to 5.');
});

test('a route without a page entry is told', () => {
  const problems = problemsAfter((content) => Reflect.deleteProperty(content.modules['content/pages.ts']?.pages ?? {}, 'faq'));
  expect(problems).toContain('content/pages.ts: pages must have an entry with path /faq.');
});

test.each([
  [{ brand: '' }, 'site.brand must not be empty.'],
  [{ email: 'enquiries' }, 'site.email must be an email address, as hello@your-site.co.uk.'],
  [
    { helpline: { display: '0808 157 0123', tel: '+448081570124' } },
    "site.helpline must dial in tel the number shown in display, which is '+448081570123'.",
  ],
  [{ whatsapp: { display: '07700 900123', href: 'http://wa.me/447700900123' } }, 'site.whatsapp.href must start with https://.'],
  [
    { coordinates: { latitude: '51.5', longitude: 0.08 } },
    'site.coordinates.latitude must be a number: write 51.5, without quotes.',
  ],
  [{ address: undefined }, 'site.address is missing.'],
  [{ claimTargetHours: undefined }, 'site.claimTargetHours is missing.'],
])('a site with %j is told by file and field', (change, sentence) => {
  const problems = problemsAfter((content) => Object.assign(content.modules['content/site.ts']?.site as object, change));
  expect(problems).toContain(`content/site.ts: ${sentence}`);
});

test('a module that exports nothing is told', () => {
  const problems = problemsAfter((content) => delete content.modules['content/steps.ts']);
  expect(problems).toContain('content/steps.ts: steps is missing.');
});
