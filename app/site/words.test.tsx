// Protects: words in another language than the page's are marked with it, and programs get the plain words.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { partsOf, plainText } from '#forms/marked-languages.ts';
import { PageHero } from './page-hero.tsx';
import { QuestionList } from './question-list.tsx';
import { questionsData } from './structured-data.ts';
import { Words } from './words.tsx';

const welsh = 'We say [Croeso i chi]{lang=cy}, and [خوش آمدید]{lang=ur}.';

test('a text is in parts, of which the marked ones have a language', () => {
  expect(partsOf(welsh)).toEqual([
    { words: 'We say ', language: null },
    { words: 'Croeso i chi', language: 'cy' },
    { words: ', and ', language: null },
    { words: 'خوش آمدید', language: 'ur' },
    { words: '.', language: null },
  ]);
  expect(plainText(welsh)).toBe('We say Croeso i chi, and خوش آمدید.');
});

test.each(['', 'Plain.', 'Section [2] of {lang}', '[a](/faq) and {lang=cy}'])('%j has no parts of its own', (text) => {
  expect(
    partsOf(text)
      .map(({ words }) => words)
      .join(''),
  ).toBe(text);
  expect(plainText(text)).toBe(text);
});

test('a heading, a question and an answer are read aloud in the language of their words', () => {
  const question = { question: '[Beth yw hyn]{lang=cy}?', answer: welsh };
  const html = renderToStaticMarkup(
    <>
      <PageHero page={{ heading: '[Croeso]{lang=cy} & <b>', lead: welsh }} />
      <QuestionList name="faq" questions={[question]} />
    </>,
  );
  expect(html).toContain('<h1><span lang="cy" dir="auto">Croeso</span> &amp; &lt;b&gt;</h1>');
  expect(html).toContain('<h3><span lang="cy" dir="auto">Beth yw hyn</span>?</h3>');
  expect(html.match(/<span lang="ur" dir="auto">خوش آمدید<\/span>/g)).toHaveLength(2);
  expect(html).not.toContain('{lang');
});

test('the same words twice are two parts', () => {
  const parts = Words({ text: '[Croeso]{lang=cy}, non-fault, [Croeso]{lang=cy}, non-fault', isHeading: true });
  const keys = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.key]));
  expect(new Set(keys).size).toBe(4);
});

test('search engines get the plain words', () => {
  expect(JSON.stringify(questionsData([{ question: '[Beth]{lang=cy}?', answer: welsh }]))).not.toContain('{lang');
});

test('a long row of brackets takes no long time', () => {
  const started = performance.now();
  plainText('['.repeat(50_000));
  plainText(`[${'a'.repeat(50_000)}`);
  partsOf('[a]{lang='.repeat(5_000));
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('a heading is not broken at a hyphen, and its words stay the same', () => {
  const html = renderToStaticMarkup(<Words text="After a non-fault accident: [di-fai]{lang=cy}" isHeading />);
  expect(html).toBe('After a <span class="nowrap">non-fault</span> accident: <span lang="cy" dir="auto">di-fai</span>');
});
