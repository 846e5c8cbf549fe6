// Protects: no text promises other hours or response targets than the settings.
import { expect, test } from 'vitest';
import type { OpeningHours } from '#content/opening-hours.ts';
import { fillPlaceholders, promiseProblems } from './promises.ts';

const week: OpeningHours = {
  times: [{ from: 'Monday', to: 'Saturday', opens: '08:00', closes: '20:00' }],
  bankHolidays: false,
};
const weekText = '8am to 8pm Monday to Saturday except bank holidays';
const always = { openingHours: 'always', claimTargetHours: 24 } as const;
const within = 'within 48 hours (not counting days we are closed)';
const closes = { openingHours: week, claimTargetHours: 48 };

test.each([
  ['title: $always(24/7 )Vehicle Recovery', 'title: 24/7 Vehicle Recovery', 'title: Vehicle Recovery'],
  ['Call, $always(day or night|$openHours).', 'Call, day or night.', `Call, ${weekText}.`],
  ['We contact you $withinTarget.', 'We contact you within 24 hours.', `We contact you ${within}.`],
])('"%s" is filled in by the settings', (text, whenAlways, otherwise) => {
  expect(fillPlaceholders(text, always)).toBe(whenAlways);
  expect(fillPlaceholders(text, closes)).toBe(otherwise);
});

test.each([
  ['A 24/7 service.', '24/7'],
  ['Open 24 hours a day.', '24 hours a day'],
  ['Our 24-hour helpline.', '24-hour helpline'],
  ['Somebody answers 365 days a year.', '365'],
  ['Recovery day and night.', 'day and night'],
  ['Day-or-night recovery.', 'Day-or-night'],
  ['We work around the clock.', 'around the clock'],
  ['Call us at any time.', 'Call us at any time'],
  ['The helpline is open 9am to 5pm.', '9am to 5pm'],
  ['Ring us from 9 to 5.', '9 to 5'],
  ['We answer 8:30 to 17:30 on weekdays.', '8:30 to 17:30'],
  ['Call us, nine to five.', 'nine to five'],
  ['Call us Monday to Friday.', 'Monday to Friday'],
  ['The helpline answers 8am–10pm.', '8am–10pm'],
])('"%s" is refused where the hours are others', (text, words) => {
  expect(problemsOf(text, closes)).toEqual([
    `content/faq.ts: faq[0].answer must not say "${words}", because openingHours in content/site.ts says ${weekText}.`,
  ]);
});

test('times of the day by hand are refused where the helpline is always open', () => {
  expect(problemsOf('Our helpline is open 8am to 8pm.', always)).toEqual([
    'content/faq.ts: faq[0].answer must not say "8am to 8pm", because openingHours in content/site.ts says 24 hours a day, 365 days a year.',
  ]);
  expect(problemsOf('Our helpline is open 24/7, day and night.', always)).toEqual([]);
});

test.each([
  'We will contact you within 24 hours.',
  'We will contact you within 48 hours.',
  'Our team will be in touch within two hours.',
  'We call you within a day.',
  'We call you by tomorrow.',
  'Our team will ring you the same day.',
])('"%s" is refused where another response target is promised', (text) => {
  expect(problemsOf(text, closes).join()).toMatch(
    / must not say "(?:within|by|the same) .*claimTargetHours .* promises contact within 48 hours \(not counting days we are closed\)\. Write \$withinTarget/,
  );
});

test.each([
  `The helpline is open ${weekText}.`,
  `We will contact you ${within}.`,
  'Report it to the police within 24 hours.',
  'You may stop the call at any time.',
  'The yard opens 9am to 5pm.',
  'Two nights in hospital.',
  'Call us with 8 to 13 weeks of statements.',
  'The next 24 hours',
  'We answer complaints in writing within 4 weeks.',
])('"%s" contradicts nothing', (text) => {
  expect(problemsOf(text, closes)).toEqual([]);
});

function problemsOf(text: string, promises: Parameters<typeof promiseProblems>[1]): string[] {
  return promiseProblems({ file: 'content/faq.ts', field: 'faq[0].answer', text }, promises);
}
