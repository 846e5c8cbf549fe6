import { beforeAll, expect, test } from 'vitest';
import { type Content, contentProblems, loadContent, type MarkdownFile } from './content-rules.ts';

const root = new URL('..', import.meta.url).pathname;
const creditHire = 'content/services/credit-hire.md';
let real: Content;

beforeAll(async () => {
  real = await loadContent(root);
});

test('the real content has no problems', () => {
  expect(contentProblems(real)).toEqual([]);
});

test.each([
  [{ heroLead: undefined }, 'heroLead is missing.'],
  [{ heroTitel: 'Keep moving' }, 'the file has fields nobody reads: heroTitel.'],
  [{ features: ['one', 'two', 'three', 'four'] }, 'features must have exactly 5 items, found 4.'],
  [{ canonical: undefined }, 'canonical must be true, found false.'],
  [{ noCostNotice: false }, 'noCostNotice must be true, found false.'],
  [{ order: 3 }, 'order must be 2, found 3.'],
  [{ metaDescription: 'Too short.' }, 'metaDescription must have 120 to 155 characters, has 10.'],
  [{ heroLead: 'A car at no cost to you.' }, 'heroLead must not say "at no cost".'],
  [{ heroLead: 'Nothing to pay.' }, 'heroLead must not say "Nothing to pay" without its terms in the same paragraph.'],
  [{ heroLead: 'Ask {company}.' }, 'heroLead must not say "{company}".'],
  [{ pictogram: 'gavel' }, 'pictogram must be one of taxi, car, spanner, scales, injury, earnings, recovery, beacon.'],
])('a service page with %j is told by file and field', (change, sentence) => {
  expect(problemsAfter((content) => Object.assign(service(content).frontMatter, change))).toContain(`${creditHire}: ${sentence}`);
});

test.each([
  ['raw HTML', '<b>now</b>', 'body must not contain raw HTML, found <b>.'],
  ['a raw HTML block', '<div>now</div>', 'body must not contain raw HTML, found <div>now</div>.'],
  ['a link to a stranger', '[here](https://stranger.test/)', 'body must not link to https://stranger.test/.'],
  ['a link without https', '[here](http://www.gov.uk/)', 'body must not link to http://www.gov.uk/.'],
  ['a link to a page we do not have', '[prices](/prices)', 'body must not link to /prices.'],
  ['a heading used before', '## How it works', 'body must not have two sections of the same heading.'],
  ['a promise', 'We guarantee it.', 'body must not say "guarantee".'],
  ['a withdrawn standard', 'Repaired to PAS 125.', 'body must not say "PAS 125".'],
  ['a banned offer', 'No win, no fee!', 'body must not say "No win, no fee".'],
])('a service page with %s is told by file and field', (_name, addition, sentence) => {
  const problems = problemsAfter((content) =>
    Object.assign(service(content), { body: `${service(content).body}\n\n${addition}\n` }),
  );
  expect(problems).toContain(`${creditHire}: ${sentence}`);
});

test('a service page too short, or without a first heading, is told', () => {
  const problems = problemsAfter((content) => Object.assign(service(content), { body: 'Coming soon.' }));
  expect(problems).toContain(`${creditHire}: body must have 500 to 900 words, found 2.`);
  expect(problems).toContain(`${creditHire}: body must begin with a "## " heading.`);
});

test('a service page that should not have a canonical link is told', () => {
  const problems = problemsAfter((content) => Object.assign(service(content, 'vehicle-repair').frontMatter, { canonical: true }));
  expect(problems).toContain('content/services/vehicle-repair.md: canonical must be false, found true.');
});

test('a service page that is missing, or that no route shows, is told', () => {
  const problems = problemsAfter((content) =>
    Object.assign(service(content), { slug: 'car-hire', file: 'content/services/car-hire.md' }),
  );
  expect(problems).toContain('content/services/credit-hire.md: the file is missing.');
  expect(problems).toContain('content/services/car-hire.md: the file belongs to no route of the specification.');
});

test('two pages with the same title are told', () => {
  const title = 'Customer Reviews';
  expect(problemsAfter((content) => Object.assign(service(content).frontMatter, { pageTitle: title }))).toContain(
    `${creditHire}: pageTitle must be unique, it repeats pages.reviews.title of content/pages.ts.`,
  );
});

test.each([
  ['faq', 'homeFaq', 6],
  ['faq', 'faq', 7],
  ['steps', 'steps', 4],
  ['values', 'values', 3],
  ['benefits', 'benefits', 3],
  ['complaints', 'complaints', 5],
  ['testimonials', 'testimonials', 6],
  ['services', 'services', 8],
  ['services', 'coreServices', 4],
])('content/%s.ts with one fewer of %s than %i is told', (name, field, count) => {
  const problems = problemsAfter((content) => list(content, name, field).pop());
  expect(problems).toContain(`content/${name}.ts: ${field} must have exactly ${count} items, found ${count - 1}.`);
});

test('services out of order are told', () => {
  const problems = problemsAfter((content) => list(content, 'services', 'services').reverse());
  expect(problems).toContain('content/services.ts: services[0] must be pco-phv-taxi-claims, found emergency-response.');
});

test('an empty answer is told', () => {
  const problems = problemsAfter((content) => Object.assign(list(content, 'faq', 'faq')[2] ?? {}, { answer: ' ' }));
  expect(problems).toContain('content/faq.ts: faq[2].answer must not be empty.');
});

test('a rating of six stars is told', () => {
  const problems = problemsAfter((content) =>
    Object.assign(list(content, 'testimonials', 'testimonials')[0] ?? {}, { rating: 6 }),
  );
  expect(problems).toContain('content/testimonials.ts: testimonials[0].rating must be from 1 to 5.');
});

test('a complaints procedure that leaves out its limits is told, limit by limit', () => {
  const problems = problemsAfter((content) => {
    for (const step of list(content, 'complaints', 'complaints')) step.text = 'We answer within 13 working days.';
  });
  for (const limit of ['3 working days', '14 working days', '4 weeks', '8 weeks', 'Financial Ombudsman Service']) {
    expect(problems).toContain(`content/complaints.ts: complaints must state "${limit}".`);
  }
});

test('a route without a page entry is told', () => {
  const problems = problemsAfter((content) => Reflect.deleteProperty(content.modules['content/pages.ts']?.pages ?? {}, 'faq'));
  expect(problems).toContain('content/pages.ts: pages must have an entry with path /faq.');
});

test.each([
  [{ brand: '' }, 'site.brand must not be empty.'],
  [{ email: 'enquiries' }, 'site.email must be an e-mail address.'],
  [
    { helpline: { display: '0808 157 0123', tel: '+448081570124' } },
    'site.helpline must dial in tel the number shown in display.',
  ],
  [{ whatsapp: { display: '07700 900123', href: 'http://wa.me/447700900123' } }, 'site.whatsapp.href must start with https://.'],
  [{ coordinates: { latitude: '51.5', longitude: 0.08 } }, 'site.coordinates.latitude must be of type number.'],
  [{ address: undefined }, 'site.address is missing.'],
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

function service(content: Content, slug = 'credit-hire'): MarkdownFile {
  const found = content.services.find((candidate) => candidate.slug === slug);
  if (!found) throw new Error(`There is no service ${slug}.`);
  return found;
}

function list(content: Content, name: string, field: string): Record<string, unknown>[] {
  return content.modules[`content/${name}.ts`]?.[field] as Record<string, unknown>[];
}
