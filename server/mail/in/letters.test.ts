// Protects: letters as the mail programs of claimants write them are read as their senders see them.
import { expect, test } from 'vitest';
import { foldQuotes } from '#forms/quoted-text.ts';
import { letters } from '#testing/fixtures/letters.ts';
import { parseEmail } from './parse-email.ts';

test.each(letters)('%s', async (_, raw, { own, quoted = '', kept = [], named = [] }) => {
  const { text, files } = await parseEmail(raw, null);
  expect(foldQuotes(text)).toEqual({ own, quoted });
  const namesOf = (isKept: boolean) => files.filter(({ notKept }) => (notKept === null) === isKept).map(({ name }) => name);
  expect([namesOf(true), namesOf(false)]).toEqual([kept, named]);
});
