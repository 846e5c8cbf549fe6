// Protects: a retention period is a length of time that a person can write, and the privacy notice states it.
import { expect, test } from 'vitest';
import { privacyInShort } from '#content/legal.ts';
import { retentionDays } from '#content/retention-days.ts';
import { daysOf, periodText, retention } from '#content/retention-periods.ts';
import { retentionProblems, retentionShape } from './retention-rules.ts';
import { shapeProblems } from './shape-problems.ts';

const file = 'content/retention-days.ts';

const problemsOf = (changes: object, notice: unknown = privacyInShort) => {
  const data = { retentionDays: { ...retentionDays, ...changes } };
  return [
    ...shapeProblems(file, retentionShape, data),
    ...retentionProblems({ [file]: data, 'content/legal.ts': { privacyInShort: notice } }),
  ];
};

test.each([
  ['30 days', 30, '30 days'],
  ['8 weeks', 56, 'eight weeks'],
  ['18 months', 548, '18 months'],
  ['1 year', 365, 'one year'],
  ['7 years', 7 * 365 + 2, 'seven years'],
  [400, 400, '400 days'],
])('%s are %d days, "%s"', (period, days, text) => {
  expect([daysOf(period), periodText(period)]).toEqual([days, text]);
});

test('every form has a period, and the notice of this content states all of them', () => {
  expect(problemsOf({})).toEqual([]);
  expect(Object.values(retention.forms).every((days) => days >= 1)).toBe(true);
});

test.each(['18 monthes', '0 days', 'a year', '', 1.5, -30, null])('%j is refused with an example', (notPursued) => {
  const says = `content/retention-days.ts: retentionDays.notPursued is ${JSON.stringify(notPursued)}, and must be a length of time such as '30 days', '8 weeks', '18 months' or '7 years'.`;
  expect(problemsOf({ notPursued })).toEqual([says]);
});

test('what would be kept for ever, what is missing, and two times for one claim are refused', () => {
  expect(problemsOf({ other: '70 years' }).join()).toMatch(/other must be no longer than 50 years\.$/);
  expect(problemsOf({ other: undefined }).join()).toMatch(/other is missing: it must be a length of time/);
  expect(problemsOf({ forms: { ...retentionDays.forms, 'Roadside Start': '6 years' } }).join()).toContain(
    'must have the same time for',
  );
});

test('a notice that states another time is refused, and one that says it in another unit is not', () => {
  const notice = (claim: string) => [
    { title: 'How long', text: `${claim}, two years, 1 year, 12 months, thirty days or 30 days.` },
  ];
  expect(problemsOf({}, notice('84 months'))).toEqual([]);
  expect(problemsOf({}, notice('Six years'))).toEqual([
    'content/legal.ts: privacyInShort must say "seven years", because content/retention-days.ts keeps a claim for so long.',
  ]);
});
