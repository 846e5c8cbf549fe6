// Protects: true sentences pass, what the law forbids is refused with a reason, and what needs proof is asked about.
import { expect, test } from 'vitest';
import { wordingDoubts, wordingProblems } from './wording.ts';

const of = (text: string) => ({ file: 'content/faq.ts', field: 'faq[0].answer', text });

test.each([
  'A family firm since 1998.',
  'We cannot guarantee a result.',
  'Nobody can guarantee that. No one will tell you that you will win.',
  'Our repairs are guaranteed for three years.',
  'Complaining costs you nothing.',
  'The Financial Ombudsman Service looks at your complaint free of charge.',
  'Your insurer may lend you a free courtesy car.',
  'No upfront cost. You may have to pay if you share the blame.',
  'We are not approved by the FCA: we need no permission.',
])('"%s" passes', (text) => {
  expect(wordingProblems(of(text))).toEqual([]);
});

test.each([
  ['A car at no cost to you.', 'at no cost'],
  ['It costs you nothing.', 'costs you nothing'],
  ['A car without any charge.', 'without any charge'],
  ['Repairs at zero cost.', 'zero cost'],
  ['It is 100% free.', '100% free'],
  ['You will not pay a penny.', 'pay a penny'],
  ["It won't cost you anything.", "won't cost you anything"],
  ['No win, no fee.', 'No win, no fee'],
  ['We guarantee a result.', 'guarantee'],
  ['Not sure? You will win.', 'You will win'],
  ['Approved by the FCA.', 'Approved by the FCA'],
])('"%s" is refused, with why and what instead', (text, words) => {
  const [problem, ...others] = wordingProblems(of(text));
  expect(others).toEqual([]);
  expect(problem).toMatch(/^content\/faq\.ts: faq\[0\]\.answer must not say ".+"(?:: | without ).+\.$/);
  expect(problem).toContain(`"${words}"`);
  expect(problem).toMatch(/Instead, |: add when/);
});

test.each([
  ['An award-winning team.', 'award-winning'],
  ['A car like yours by tomorrow.', 'by tomorrow'],
  ['A free replacement car.', 'free replacement'],
  ['Approved by engineers.', 'Approved by'],
  ['Repaired to PAS 125.', 'PAS 125'],
  ['The third-party insurer pays.', 'third-party insurer'],
])('"%s" is asked about and not refused', (text, words) => {
  expect(wordingProblems(of(text))).toEqual([]);
  expect(wordingDoubts(of(text)).map((doubt) => doubt.words)).toEqual([words]);
});
