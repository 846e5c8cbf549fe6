// Protects: each rule for the content is checked, and each breach is named by file and field.
import { beforeAll, expect, test } from 'vitest';
import { type Content, contentProblems, loadContent, type MarkdownFile } from './content-rules.ts';

const root = new URL('..', import.meta.url).pathname;
let real: Content;
/** The first service of whatever business this is. */
let first: MarkdownFile;

beforeAll(async () => {
  real = await loadContent(root);
  first = real.services.at(0) as MarkdownFile;
});

test('the real content has no problems', () => {
  expect(contentProblems(real)).toEqual([]);
});

test.each([
  [{ heroLead: undefined }, 'heroLead is missing.'],
  [{ heroTitel: 'Keep moving' }, 'the file has fields nobody reads: heroTitel.'],
  [{ features: ['one', 'two'] }, 'features must have 3 to 8 items, found 2.'],
  [{ order: 'second' }, 'order must be of type number.'],
  [{ metaDescription: 'Too short.' }, 'metaDescription must have 120 to 155 characters, has 10.'],
  [{ heroLead: 'A car at no cost to you.' }, 'heroLead must not say "at no cost": hire and repair'],
  [{ heroLead: 'Nothing to pay.' }, 'heroLead must not say "Nothing to pay" without its terms in the same paragraph: add'],
  [
    { heroLead: 'Nothing to pay up front, on credit terms.' },
    'heroLead must not say "Nothing to pay" without its terms in the same paragraph: add',
  ],
  [{ heroLead: 'Ask {company}.' }, 'heroLead must not say "{company}": it was left over'],
  [{ pictogram: 'gavel' }, 'pictogram must be one of taxi, car, spanner, scales, injury, earnings, recovery, beacon.'],
])('a service page with %j is told by file and field', (change, sentence) => {
  expectOne(
    problemsAfter((content) => Object.assign(service(content).frontMatter, change)),
    `${first.file}: ${sentence}`,
  );
});

test.each([
  ['raw HTML', '<b>now</b>', 'body must not contain raw HTML, found <b>.'],
  ['a raw HTML block', '<div>now</div>', 'body must not contain raw HTML, found <div>now</div>.'],
  ['a link to a stranger', '[here](https://stranger.test/)', 'body must not link to https://stranger.test/.'],
  ['a link without https', '[here](http://www.gov.uk/)', 'body must not link to http://www.gov.uk/.'],
  ['a link to a page we do not have', '[prices](/no-such-page)', 'body must not link to /no-such-page.'],
  ['a heading used twice', '## Anew\n\n## Anew', 'body must not have two sections of the same heading.'],
  ['a promise', 'We guarantee it.', 'body must not say "guarantee": nobody can promise how a claim ends. Instead, write'],
  ['a banned offer', 'No win, no fee!', 'body must not say "No win, no fee": it is'],
])('a service page with %s is told by file and field', (_name, addition, sentence) => {
  const problems = problemsAfter((content) =>
    Object.assign(service(content), { body: `${service(content).body}\n\n${addition}\n` }),
  );
  expectOne(problems, `${first.file}: ${sentence}`);
});

test('a service page too short, or without a first heading, is told', () => {
  const problems = problemsAfter((content) => Object.assign(service(content), { body: 'Coming soon.' }));
  expect(problems).toContain(`${first.file}: body must have 100 to 1500 words, found 2.`);
  expect(problems).toContain(`${first.file}: body must begin with a "## " heading.`);
});

const guideProblems: [object, string][] = [
  [
    { title: 'A title that is far longer than any search engine shows of it, by a few words' },
    'title must have 1 to 60 characters, has 77.',
  ],
  [{ description: 'Too short.' }, 'description must have 110 to 155 characters, has 10.'],
  [{ law: undefined }, 'law is missing.'],
  [{ published: 'last week' }, 'published must be a date as YYYY-MM-DD.'],
  [{ reviewed: 'last week' }, 'reviewed must be a date as YYYY-MM-DD.'],
  [{ sources: [] }, 'sources must name at least one.'],
  [{ sources: [{ name: 'A blog', href: 'https://stranger.test/' }] }, 'sources must not link to https://stranger.test/.'],
  [{ services: ['taken-away'] }, 'services must not name taken-away, which is no service.'],
  [{ lead: 'Nothing to pay.' }, 'lead must not say "Nothing to pay" without its terms in the same paragraph: add'],
  [{ author: 'Sam' }, 'the file has fields nobody reads: author.'],
];

test.each(guideProblems)('a guide with %j is told by file and field', (change, sentence) => {
  const problems = problemsAfter((content) => Object.assign(guide(content).frontMatter, change));
  expectOne(problems, `${guide(real).file}: ${sentence}`);
});

test('a guide that is too short, or leads nowhere, is told', () => {
  const problems = problemsAfter((content) =>
    Object.assign(guide(content), { body: '## Soon\n\n[More](/guides/no-such-guide)' }),
  );
  expect(problems).toContain(`${guide(real).file}: body must have 600 to 1200 words, found 2.`);
  expect(problems).toContain(`${guide(real).file}: body must not link to /guides/no-such-guide.`);
});

test('a link to a service that was taken away is told', () => {
  const problems = problemsAfter((content) => {
    service(content).body += '\n\nSee our [other page](/services/taken-away).\n';
  });
  expect(problems).toEqual([`${first.file}: body must not link to /services/taken-away.`]);
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
  [{ times: [{ ...mondays, opens: '8am' }], bankHolidays: false }, 'site.openingHours.times[0].opens must be a time as 08:00.'],
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
    'site.whatsapp must link in href to the number shown in display, as https://wa.me/44 and the number without its 0.',
  ],
  [
    { helpline: { display: '0113 496 0123', tel: '+441134960124' } },
    'site.helpline must dial in tel the number shown in display.',
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
  ['testimonials', 'testimonials', 30],
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
    Object.assign(list(content, 'testimonials', 'testimonials')[0] ?? {}, { rating: 6 }),
  );
  expect(problems).toContain('content/testimonials.ts: testimonials[0].rating must be from 1 to 5.');
});

test('a route without a page entry is told', () => {
  const problems = problemsAfter((content) => Reflect.deleteProperty(content.modules['content/pages.ts']?.pages ?? {}, 'faq'));
  expect(problems).toContain('content/pages.ts: pages must have an entry with path /faq.');
});

test.each([
  [{ brand: '' }, 'site.brand must not be empty.'],
  [{ email: 'enquiries' }, 'site.email must be an email address.'],
  [
    { helpline: { display: '0808 157 0123', tel: '+448081570124' } },
    'site.helpline must dial in tel the number shown in display.',
  ],
  [{ whatsapp: { display: '07700 900123', href: 'http://wa.me/447700900123' } }, 'site.whatsapp.href must start with https://.'],
  [{ coordinates: { latitude: '51.5', longitude: 0.08 } }, 'site.coordinates.latitude must be of type number.'],
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

function problemsAfter(plant: (content: Content) => void): string[] {
  const content = structuredClone(real);
  plant(content);
  return contentProblems(content);
}

function service(content: Content): MarkdownFile {
  return content.services.at(0) as MarkdownFile;
}

function guide(content: Content): MarkdownFile {
  return content.guides.at(0) as MarkdownFile;
}

function list(content: Content, name: string, field: string): Record<string, unknown>[] {
  return content.modules[`content/${name}.ts`]?.[field] as Record<string, unknown>[];
}

/** A sentence that goes on with why, and what to write instead, is given by its beginning. */
function expectOne(problems: string[], beginning: string): void {
  expect(problems.filter((problem) => problem.startsWith(beginning))).toHaveLength(1);
}
