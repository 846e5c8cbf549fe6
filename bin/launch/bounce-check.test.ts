// Protects: before launch somebody learns whether emails that come back are read, and what to set where they are not.
import { expect, test } from 'vitest';
import { readEnv } from '#server/core/settings/env.ts';
import { checkBounces } from './bounce-check.ts';

const sender = { brand: 'Firm', email: 'office@firm.co.uk' };
const imap = { IMAP_URL: 'imaps://claims%40firm.co.uk:secret@mail.firm.co.uk/INBOX' };
const set = (settings: Record<string, string>) => readEnv({ SMTP_URL: 'smtp://mail.firm.co.uk', ...settings });

test.each<[string, Record<string, string>, string, string]>([
  ['to the mailbox itself', { ...imap, MAIL_FROM: 'Firm <Claims@firm.co.uk>' }, 'green', 'which the desk reads'],
  [
    'to the mailbox by its address for answers',
    { IMAP_URL: 'imaps://u1:secret@mail.firm.co.uk', MAIL_REPLY_TO: 'answers@firm.co.uk', MAIL_FROM: 'answers+web@firm.co.uk' },
    'green',
    'which the desk reads',
  ],
  [
    'to a provider that posts what comes',
    { INBOUND_SECRET: 'x'.repeat(32), MAIL_REPLY_TO: 'answers@firm.co.uk', MAIL_FROM: 'answers@firm.co.uk' },
    'green',
    'which the desk reads',
  ],
  ['to another address', { ...imap, MAIL_FROM: 'web@firm.co.uk' }, 'amber', 'the desk reads claims@firm.co.uk: it may not know'],
  ['to the address of the content', {}, 'amber', 'go to office@firm.co.uk (MAIL_FROM), and the desk reads no mailbox'],
  ['to a name that nobody reads', { ...imap, MAIL_FROM: 'no-reply@firm.co.uk' }, 'amber', 'nobody reads'],
  [
    'to a domain without email',
    { ...imap, MAIL_FROM: 'web@www.firm.co.uk' },
    'red',
    'www.firm.co.uk takes no email: they reach nobody',
  ],
  ['where nothing can be looked up', { ...imap, MAIL_FROM: 'web@unknown.co.uk' }, 'amber', 'it may not know'],
])('emails that come back go %s', async (_, settings, state, says) => {
  const domains: Record<string, boolean> = { 'firm.co.uk': true, 'www.firm.co.uk': false };
  const results = await checkBounces(set(settings), sender, async (domain) => domains[domain] ?? null);
  expect(results).toMatchObject([{ about: 'emails that come back', state, says: expect.stringContaining(says) }]);
});

test('without a mail server, or with an address of an example, which is said elsewhere, there is nothing to say', async () => {
  const always = async () => true;
  expect(await checkBounces(readEnv({}), sender, always)).toEqual([]);
  expect(await checkBounces(set({ MAIL_FROM: 'web@firm.example' }), sender, always)).toEqual([]);
});
