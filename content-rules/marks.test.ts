// Protects: a text says only where it is shown, and only of languages that there are, in which language its words are.
import { expect, test } from 'vitest';
import { guidePage } from '../build-tools/content-plugin.ts';
import { loadMarkdown } from '../build-tools/load-content.ts';
import { wordingProblems } from './wording.ts';

const said = (field: string, text: string, file = 'content/faq.ts') => wordingProblems({ file, field, text });

test.each(['faq[0].answer', 'homeFaq[2].question', 'pages.home.heading', 'homePage.lead', 'heroLead', 'body', 'notice'])(
  '%s may have words in another language',
  (field) => {
    expect(said(field, 'We say [Croeso]{lang=cy} and [Dzień dobry]{lang=pl-PL}.')).toEqual([]);
  },
);

test.each([
  ['faq[0].answer', '[Croeso]{lang=xx}', 'must not have {lang=xx}, which is no language that is known: Welsh is cy.'],
  ['faq[0].answer', '[Croeso]{lang=welsh}', 'must not have {lang=welsh}, which is no language that is known: Welsh is cy.'],
  ['faq[0].answer', 'Croeso{lang=cy}', 'must mark a language as in [Croeso]{lang=cy}, without brackets inside.'],
  ['faq[0].answer', '[Croeso]{Lang=cy}', 'must mark a language as in [Croeso]{lang=cy}, without brackets inside.'],
  ['faq[0].answer', '[Croeso]{ lang: cy }', 'must mark a language as in [Croeso]{lang=cy}, without brackets inside.'],
  ['faq[0].answer', '[Croeso]{LANGUAGE=CY}', 'must mark a language as in [Croeso]{lang=cy}, without brackets inside.'],
  ['body', '[Croeso]{lang=}', 'must mark a language as in [Croeso]{lang=cy}, without brackets inside.'],
  ['pages.home.title', '[Croeso]{Lang=cy}', 'must not mark a language: headings, leads, questions,'],
  ['faq[0].answer', '[Croeso]{lang=}', 'must mark a language as in [Croeso]{lang=cy}, without brackets inside.'],
  ['faq[0].answer', '[[Croeso]]{lang=cy}', 'must mark a language as in [Croeso]{lang=cy}, without brackets inside.'],
  ['pages.home.title', '[Croeso]{lang=cy}', 'must not mark a language: headings, leads, questions,'],
  ['site.address[0]', '[Heol]{lang=cy}', 'must not mark a language: headings, leads, questions,'],
])('%s: %s is refused', (field, text, sentence) => {
  expect(said(field, text)).toEqual([expect.stringContaining(`content/faq.ts: ${field} ${sentence}`)]);
});

test('the roadside page is in one language as a whole', () => {
  expect(said('english.page.lead', '[Croeso]{lang=cy}', 'content/roadside/en.ts')).toHaveLength(1);
});

test('a promise is found in words that are marked, too', () => {
  expect(said('body', 'It is [free of charge]{lang=cy}.')).toEqual([expect.stringContaining('must not say "free of charge"')]);
  expect(said('body', 'It is free [of]{lang=cy} charge.')).toHaveLength(1);
});

test('in markdown words are marked in the text, in headings, and around emphasis', async () => {
  // The sample's, by a path past the gathered content, in which an owner may have none.
  const guide = await loadMarkdown(process.cwd(), 'content/../content/guides/who-is-to-blame.md');
  const [section] = guidePage(
    {
      ...guide,
      isChecked: true,
      body: '## [Croeso]{lang=cy} home\n\nSay [**Bore** da]{lang=cy}, or see [a page](/faq).\n',
    } as typeof guide,
    [],
  ).sections;
  expect(section).toEqual({
    heading: '[Croeso]{lang=cy} home',
    id: 'croeso-home',
    html: '<p>Say <span lang="cy" dir="auto"><strong>Bore</strong> da</span>, or see <a href="/faq">a page</a>.</p>',
  });
});
