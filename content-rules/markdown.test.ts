// Protects: what is wrong in the file of a service or a guide is told by file and field.
import { expect, test } from 'vitest';
import { expectOne, first, guide, problemsAfter, real, service } from '#testing/planted-content.ts';

test.each([
  [{ heroLead: undefined }, 'heroLead is missing.'],
  [{ heroTitel: 'Keep moving', heroTitle: undefined }, 'heroTitel is not known here; did you mean heroTitle?'],
  [{ features: ['one', 'two'] }, 'features must have 3 to 8 items, found 2.'],
  [{ order: 'second' }, 'order must be a number.'],
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
  ['raw HTML behind the end of a tag', '</div>\n<b>now</b>', 'body must not contain raw HTML, found </div>\n<b>now</b>.'],
  [
    'a picture',
    '![us](https://stranger.test/us.png)',
    'body must not show a picture of another site, found ![us](https://stranger.test/us.png).',
  ],
  ['a link to a stranger', '[here](https://stranger.test/)', 'body must not link to https://stranger.test/, which is none of'],
  [
    'a link without https',
    '[here](http://www.gov.uk/)',
    'body must not link to http://www.gov.uk/, which is not https: write https://www.gov.uk/.',
  ],
  [
    'a link with a backslash',
    '[claim](\\make-a-claim)',
    'body must not link to \\make-a-claim, which is no page: write /make-a-claim.',
  ],
  [
    'a link to a page of ours by the name of a site',
    '[claim](https://ours.test/make-a-claim)',
    'body must not link to https://ours.test/make-a-claim, which is none of the official sites that content-rules/markdown.ts lists: for the page here write /make-a-claim.',
  ],
  ['a link to a page we do not have', '[prices](/no-such-page)', 'body must not link to /no-such-page, which is no page.'],
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

test('a guide may name a service that the owner has taken away', () => {
  const [gone = ''] = real.shippedServices.filter((name) => name !== first.slug);
  const problems = problemsAfter((content) => {
    content.services = content.services.filter(({ slug }) => slug !== gone);
    guide(content).frontMatter.services = [gone];
  });
  expect(problems.filter((problem) => problem.includes('services must not name'))).toEqual([]);
});

const guideProblems: [object, string][] = [
  [
    { title: 'A title that is far longer than any search engine shows of it, by a few words' },
    'title must have 1 to 60 characters, has 77.',
  ],
  [{ description: 'Too short.' }, 'description must have 110 to 155 characters, has 10.'],
  [{ law: undefined }, 'law is missing.'],
  [{ published: 'last week' }, 'published must be a date as 2026-12-24.'],
  [{ reviewed: '2027-02-29' }, 'reviewed is 2027-02-29, which is no day of the calendar.'],
  [{ sources: [] }, 'sources must name at least one.'],
  [{ sources: [{ name: 'A blog', href: 'https://stranger.test/' }] }, 'sources must not link to https://stranger.test/, which'],
  [{ services: ['taken-away'] }, 'services must not name taken-away, which is no service.'],
  [{ lead: 'Nothing to pay.' }, 'lead must not say "Nothing to pay" without its terms in the same paragraph: add'],
  [{ author: 'Sam' }, 'author is not known here: known are title, description, heading, lead, law, published, reviewed,'],
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
  expect(problems).toContain(`${guide(real).file}: body must not link to /guides/no-such-guide, which is no page.`);
});
