// Protects: true sentences pass, what the law forbids is refused with a reason, and what needs proof is asked about.
import { expect, test } from 'vitest';
import { wordingDoubts, wordingProblems } from './wording.ts';

const of = (text: string) => ({ file: 'content/faq.ts', field: 'faq[0].answer', text });
const inTemplate = (text: string) => ({ file: 'content/reply-templates.ts', field: 'replyTemplates[0].text', text });
const inRegulation = (text: string) => ({ file: 'content/conditions.ts', field: 'regulation', text });

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
  'Once we have spoken to you, we write down what was agreed.',
  'Nothing of it stays on your device.',
  'Answer this email.',
])('"%s" passes', (text) => {
  expect(wordingProblems(of(text))).toEqual([]);
});

test.each([
  inTemplate('Please call us, or reply with a time that suits you. Your claim page opens with the private link in our emails.'),
  inRegulation('Authorised and regulated by the Financial Conduct Authority (739214). Hire is not regulated by the FCA.'),
])('$field may say "$text"', (text) => {
  expect(wordingProblems(text)).toEqual([]);
});

test.each([
  [inTemplate('Please answer this email.'), 'answer this email', 'text message'],
  [inTemplate('Add them by the link below.'), 'the link below', 'text message'],
  [inRegulation('Regulated by the FCA (739214).'), 'FCA', 'Financial Conduct Authority'],
])('$0.field must not say "$0.text"', (text, words, instead) => {
  expect(wordingProblems(text)).toEqual([expect.stringContaining(`must not say "${words}"`)]);
  expect(wordingProblems(text)[0]).toContain(instead);
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
  ['We have spoken to you about your claim.', 'We have spoken'],
  ['Thank you for your time when we spoke.', 'when we spoke'],
  ['Here is the list, as discussed.', 'as discussed'],
  ['Nothing is held.', 'Nothing is held'],
  ['We hold no data about you.', 'We hold no data about you'],
])('"%s" is refused, with why and what instead', (text, words) => {
  const [problem, ...others] = wordingProblems(of(text));
  expect(others).toEqual([]);
  expect(problem).toMatch(/^content\/faq\.ts: faq\[0\]\.answer must not say ".+"(?:: | without ).+\.$/);
  expect(problem).toContain(`"${words}"`);
  expect(problem).toMatch(/Instead, |: add when/);
});

test.each([
  'We help you claim on your own policy.',
  'Let us argue with your own insurer.',
  "Send us your own insurer's offer and the report.",
  'We ring your own insurer for you.',
])('"%s" is asked about as help with a claim on one\'s own policy', (text) => {
  expect(wordingDoubts(of(text))).toMatchObject([{ about: 'own policy', why: expect.stringContaining('article 39A') }]);
});

test.each([
  'We do not act in a claim on your own policy.',
  'We help you put it together where the other driver’s insurer pays. On your own policy you send it yourself.',
  'We are not an insurer. You can also claim on your own policy.',
])('"%s" is no such help', (text) => {
  expect(wordingDoubts(of(text))).toEqual([]);
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
