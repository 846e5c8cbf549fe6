// Protects: who fills in the roadside page in another language reads in it why a form is not taken.
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { fieldProblems, refusals } from './errors.ts';
import { messagesFor, messagesIn } from './messages.ts';
import { partner } from './partner.ts';
import { roadside } from './roadside.ts';

const translated = languages.flatMap(({ code }) => translationOf(code) ?? []);
const at = Date.UTC(2026, 10, 29, 15, 4);

test.each(translated)('$code: each refusal is translated whole, with what the English one names', ({ code }) => {
  const messages = messagesIn(code);
  const names = Object.keys(refusals) as (keyof typeof refusals)[];
  for (const name of names) {
    const [said, english] = [messages.refusals, refusals].map((of) => {
      const text = of[name];
      return typeof text === 'function' ? text(1_500) : text;
    }) as [string, string];
    expect(said).not.toBe(english);
    expect(said).not.toContain('$');
    for (const named of [site.helpline.display, '25 minutes'])
      expect(said.includes(named.replace(' minutes', '')), name).toBe(english.includes(named));
  }
  const question = messages.sameAccident('7F4M-9TQX', at);
  for (const part of ['7F4M-9TQX', '29', '2026']) expect(question).toContain(part);
  expect(`${question}${Object.values(messages.problemPage)}`).not.toMatch(/\$|\b(?:the|your|that)\b/);
});

test.each(translated)('$code: what is wrong with an answer names its question as the page has it', ({ code, form }) => {
  const { missing, notText, notOffered } = messagesIn(code).fieldProblems;
  const [{ fields }] = roadside.sections;
  for (const field of fields.filter(({ name }) => name in (form?.labels ?? {}))) {
    const label = form?.labels[field.name as 'name'] ?? '';
    for (const problem of [missing(field), notText(field)]) expect(problem).toContain(label);
  }
  expect(missing(roadside.consent)).toBe(notOffered(roadside.consent));
  expect(missing(roadside.consent)).not.toBe(fieldProblems.missing(roadside.consent));
});

test('a form without a language, and a language that the page has not, are answered in English', () => {
  for (const language of [undefined, null, 7, 'en', 'xx', '__proto__']) expect(messagesIn(language).refusals).toBe(refusals);
  expect(messagesFor(partner, { language: 'pl' }).refusals).toBe(refusals);
  expect(messagesFor(roadside, {}).refusals).toBe(refusals);
});
