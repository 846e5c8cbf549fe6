import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faq, homeFaq } from './faq.ts';
import { values, whoWeAre } from './values.ts';
import { whyChoose } from './why-choose.ts';

const services = markdownIn('services/');
const guides = markdownIn('guides/');
const pages = new Map<string, string>([
  ...services,
  ...guides,
  ['faq.ts', [...homeFaq, ...faq].map(({ answer }) => answer).join('\n')],
  ['values.ts', [...whoWeAre, ...values.map(({ text }) => text)].join('\n')],
  ['why-choose.ts', [whyChoose.lead, ...whyChoose.points.map(({ text }) => text)].join('\n')],
]);

const nextStep = /^\*\*Next:\*\* .*\b(?:call|tell us|send us)\b/i;

/** Of four words or more; safety, what the law says and the cost terms may be repeated where they are needed. */
const mayBeRepeated = [
  /999/,
  /\bcredit|agreement|charges|sign\b/,
  /\breport\b/,
  /fee/,
  /your (?:own )?insurer/i,
  /when another route suits you better/,
];

test('no sentence stands on two pages, so that none wears out', () => {
  const firstOn = new Map<string, string>();
  const repeated: string[] = [];
  for (const [page, text] of pages)
    for (const sentence of sentencesIn(text)) {
      const first = firstOn.get(sentence);
      if (first !== undefined && !mayBeRepeated.some((words) => words.test(sentence)))
        repeated.push(`${first}, ${page}: ${sentence}`);
      firstOn.set(sentence, page);
    }
  expect(repeated).toEqual([]);
});

test.each(services)('%s has an example that says it is one, and ends with the next step', (_, text) => {
  expect(text).toContain('\n## Example, with round figures\n');
  expect(text.trimEnd().split('\n').at(-1)).toMatch(nextStep);
});

test.each(guides)('%s begins with the answer, and ends with the next step', (_, text) => {
  expect(text).toMatch(/\n---\n\n## The short answer\n/);
  expect(text.trimEnd().split('\n').at(-1)).toMatch(nextStep);
});

function markdownIn(path: string): [string, string][] {
  const folder = new URL(path, import.meta.url);
  return readdirSync(folder).map((name) => [path + name, readFileSync(new URL(name, folder), 'utf8')]);
}

function sentencesIn(markdown: string): string[] {
  const text = markdown.replace(/^---[\s\S]*?\n---\n/, '').replace(/\]\([^)]*\)|[[*]/g, '');
  return text
    .split(/(?<=[.?!])\s+|\n+/)
    .map((sentence) =>
      sentence
        .replace(/^[-|#\d. ]+/, '')
        .toLowerCase()
        .trim(),
    )
    .filter((sentence) => !sentence.startsWith('example, with') && sentence.split(/\s+/).length >= 4);
}
