// Protects: before launch somebody learns in words whether answers come into the desk, and why not.
import { expect, onTestFinished, test } from 'vitest';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { checkMailbox } from './mailbox-check.ts';

const dovecot = findDovecot();

test('without a mailbox there is nothing to say', async () => {
  expect(await checkMailbox({ imapUrl: null }, null)).toEqual([]);
});

test.skipIf(!dovecot).each([
  ['that can be read', (url: string) => url, 'green', 'Answers can be read from the folder INBOX at 127.0.0.1 (IMAP_URL).'],
  [
    'with another password',
    (url: string) => url.replace('secret', 'hunter2'),
    'red',
    'the mail server refuses the user or the password in IMAP_URL.',
  ],
  ['without that folder', (url: string) => url.replace('INBOX', 'Answers'), 'red', 'the mailbox has no folder Answers.'],
  [
    'whose server does not encrypt',
    (url: string) => url.replace('?tls=off', ''),
    'red',
    'the mail server at 127.0.0.1 does not encrypt the connection.',
  ],
  ['where nothing listens', (url: string) => url.replace(/:\d+\//, ':1/'), 'red', 'nothing answers at 127.0.0.1, port 1.'],
  [
    'at a name that nobody has',
    (url: string) => url.replace('127.0.0.1', 'mail.kerbside.invalid'),
    'red',
    'there is no server of the name mail.kerbside.invalid, or names cannot be looked up here.',
  ],
])('a mailbox %s', async (_, change, state, says) => {
  const server = await startImapServer(dovecot ?? '');
  onTestFinished(server.stop);
  const [result] = await checkMailbox({ imapUrl: change(server.url) }, null);
  expect(result).toMatchObject({ about: 'mailbox', state, says: expect.stringContaining(says) });
  expect(JSON.stringify(result)).not.toContain('hunter2');
});
