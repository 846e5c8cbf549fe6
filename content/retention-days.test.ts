// Protects: the privacy notice states the periods after which the product erases.
import { expect, test } from 'vitest';
import { privacyInShort } from '#content/legal.ts';
import { notPursuedMonths, retentionDays } from '#content/retention-days.ts';

test('there is a period for each form, and a claim is kept as long whichever way it was begun', () => {
  const { forms, notPursued } = retentionDays;
  expect(Object.keys(forms)).toEqual(['Make a Claim', 'Roadside Start', 'Partners Inquiry', 'Contact Us']);
  expect(forms['Roadside Start']).toBe(forms['Make a Claim']);
  expect(notPursuedMonths).toBe(Math.round(notPursued / (365 / 12)));
});

const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
const inYears = (days: number) => Math.round(days / 365);

test.each([
  ['a claim', inYears(retentionDays.forms['Make a Claim']), 'year'],
  ['a partner’s enquiry', inYears(retentionDays.forms['Partners Inquiry']), 'year'],
  ['a message', inYears(retentionDays.forms['Contact Us']), 'year'],
  ['a claim that does not go ahead', notPursuedMonths, 'month'],
  ['suspected spam', retentionDays.quarantine, 'day'],
])('the privacy notice, in whatever words, says after which time %s is erased', (_, count, unit) => {
  const notice = privacyInShort.map(({ text, points = [] }) => [text, ...points].join(' ')).join(' ');
  expect(notice).toMatch(new RegExp(`\\b(?:${count}|${words[count] ?? count}) ${unit}s?\\b`, 'i'));
});
