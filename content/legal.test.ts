import { expect, test } from 'vitest';
import { privacyInShort } from './legal.ts';
import { notPursuedMonths, retentionDays } from './retention-days.ts';

const stated = privacyInShort.find(({ title }) => title === 'How long we keep it')?.text ?? '';
const years = (days: number) => ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'][Math.round(days / 365)] ?? days;

test('the privacy notice states the periods after which retention erases', () => {
  const { forms, notPursued, quarantine } = retentionDays;
  expect(Object.keys(forms)).toEqual(['Make a Claim', 'Roadside Start', 'Partners Inquiry', 'Contact Us']);
  expect(forms['Roadside Start']).toBe(forms['Make a Claim']);
  expect(notPursuedMonths).toBe(Math.round(notPursued / (365 / 12)));
  expect(stated).toContain(
    `Claims that we close as not going ahead, as when you withdraw one: ${notPursuedMonths} months after we close them. ` +
      `All other claims, also those begun at the roadside: about ${years(forms['Make a Claim'])} years from when you sent them.`,
  );
  expect(stated).toContain(`Partner enquiries: ${years(forms['Partners Inquiry'])} years.`);
  expect(stated).toContain(`Messages: ${years(forms['Contact Us'])} year.`);
  expect(stated).toContain(`Suspected spam: ${quarantine} days.`);
});
