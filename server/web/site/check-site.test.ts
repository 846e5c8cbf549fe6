// Protects: what an owner types at /desk/site is refused by the rules of the build, in its sentences.
import { expect, test } from 'vitest';
import { serviceNames } from '#content/service-names.ts';
import type { SiteChanges } from '#content/site-changes.ts';
import { siteProblems } from './check-site.ts';

const helpline = { display: '0113 496 0123', tel: '+441134960123' };

test.each<[string, SiteChanges, RegExp]>([
  [
    'a number that is not dialled',
    { helpline: { ...helpline, tel: '+44' } },
    /^content\/site\.ts: site\.helpline must dial in tel/,
  ],
  ['no number', { helpline: { display: 'none', tel: '+' } }, /helpline\.display must be a phone number/],
  ['an address without a postcode', { address: ['1 New Street'] }, /site\.address must have the postcode on its last line/],
  ['an address of many lines', { address: [...Array(8).fill('High Street'), 'LS1 1AA'] }, /address must have 8 lines at most/],
  ['a long line', { address: ['x'.repeat(81), 'LS1 1AA'] }, /address\[0\] must have 80 characters at most in a line/],
  [
    'a long number',
    { helpline: { ...helpline, display: `${helpline.display}${' '.repeat(20)}(` } },
    /helpline\.display must have 30 characters at most/,
  ],
  ['no question', { faq: [] }, /^content\/faq\.ts: faq must have 1 to 30 items, found 0\.$/],
  ['an empty answer', { faq: [{ question: 'Why?', answer: ' ' }] }, /faq\[0\]\.answer must not be empty/],
  [
    'a link to no page',
    { faq: [{ question: 'Why?', answer: 'So.', more: { to: '/nowhere', label: 'More' } }] },
    /faq\[0\]\.more\.to must not be \/nowhere, which is no page/,
  ],
  [
    'times that the hours contradict',
    {
      openingHours: { times: [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:00' }], bankHolidays: false },
      notice: 'Call us 24/7.',
    },
    /^\/desk\/site: notice must not say "24\/7", because openingHours/,
  ],
  [
    'hours that are none',
    { openingHours: { times: [], bankHolidays: false } },
    /openingHours\.times must have at least one entry/,
  ],
  [
    'a phone number with words',
    { helpline: { display: 'Free: 0113 496 0123', tel: '+441134960123' } },
    /^content\/site\.ts: site\.helpline\.display must be a phone number\.$/,
  ],
  [
    'an address that promises',
    { address: ['At no cost House', 'Leeds', 'LS1 1AA'] },
    /^content\/site\.ts: site\.address\[0\] must not say/,
  ],
  ['a notice that promises', { notice: 'Snow: recovery at no cost.' }, /^\/desk\/site: notice must not say "at no cost"/],
  ['an address of nothing', { address: [] }, /^content\/site\.ts: site\.address must have the postcode/],
  [
    'an answer that is a book',
    { faq: [{ question: 'Why?', answer: 'So. '.repeat(600) }] },
    /faq\[0\]\.answer must have 1 to 2000 characters/,
  ],
  [
    'a script as a page',
    { faq: [{ question: 'Why?', answer: 'So.', more: { to: 'javascript:alert(1)', label: 'More' } }] },
    /must start with \//,
  ],
  [
    'two thousand closed days',
    { closedDays: { bankHolidaysOf: 'Scotland', days: Array(2_000).fill({ from: '2026-12-24', to: '2026-12-24' }) } },
    /closedDays\.days must have up to 60 lines/,
  ],
  [
    'a year mistyped, in which nobody would answer for ten',
    { closedDays: { bankHolidaysOf: 'Scotland', days: [{ from: '2026-12-24', to: '2036-12-28' }] } },
    /closedDays\.days\[0\] must not be longer than a year/,
  ],
  [
    'the same hour twice',
    {
      openingHours: {
        times: [
          { from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:00' },
          { from: 'Friday', to: 'Sunday', opens: '16:00', closes: '20:00' },
        ],
        bankHolidays: false,
      },
    },
    /openingHours\.times must not name the same time of a day twice/,
  ],
  [
    'values of another shape',
    { address: 'Leeds' as never, faq: null as never, closedDays: 7 as never },
    /site\.address must be a list/,
  ],
  ['no service at all', { servicesOff: serviceNames }, /there must be at least one service/],
  ['a notice that is too long', { notice: 'x'.repeat(141) }, /notice must have 1 to 140 characters, has 141/],
  [
    'a closed day that ends before it begins',
    { closedDays: { bankHolidaysOf: 'Scotland', days: [{ from: '2026-12-24', to: '2026-12-23' }] } },
    /^content\/closed-days\.ts: closedDays\.days\[0\] must not end before it begins/,
  ],
  ['an unknown service', { servicesOff: ['towing-by-air'] }, /servicesOff must not name towing-by-air/],
])('%s is refused, in the sentence of the build', (_, changes, sentence) => {
  const [first = ''] = siteProblems(changes);
  expect(first).toMatch(sentence);
});

test('the content as it is breaks no rule', () => {
  expect(siteProblems({})).toEqual([]);
});
