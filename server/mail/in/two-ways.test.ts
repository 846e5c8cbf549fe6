// Protects: answers to a claim come from the mailbox into the running product, whole, and once where they come by POST too.
import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { until } from '#testing/until.ts';

const dovecot = findDovecot();
const secret = 'thirty-two characters for e-mails';

test.skipIf(!dovecot)('an answer with a file is on the claim, once by two ways', async () => {
  const server = await startImapServer(dovecot ?? '');
  onTestFinished(server.stop);
  const { app, send, sqlite, clock } = await createTestApp({ IMAP_URL: server.url, INBOUND_SECRET: secret });
  const all = (query: string) => sqlite.prepare(query).all() as Record<string, unknown>[];
  expect((await send('Make a Claim', aoife)).status).toBe(200);
  await until('the mailbox to be open', () => all('select id from inbound_cursors').length === 1);

  const files = [{ name: 'a.pdf', type: 'application/pdf', bytes: evidenceFiles.pdf() }];
  const email = mimeEmail({ from: String(aoife.email), text: 'Here is the form', files });
  server.deliver(email);
  const seconds = String(Math.floor(clock.now / 1_000));
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(email).digest('hex');
  const headers = { 'Kerbside-Timestamp': seconds, 'Kerbside-Signature': signature };
  expect((await app.request('/inbound/email', { method: 'POST', body: new Uint8Array(email), headers })).status).toBe(202);
  const states = () => all('select state from inbound_emails order by state').map(({ state }) => state);
  await until('both to be read', () => states().length === 2 && !states().includes('waiting'));
  expect(states()).toEqual(['duplicate', 'filed']);
  expect(all('select text, direction, channel from messages')).toEqual([
    { text: 'Here is the form', direction: 'in', channel: 'email' },
  ]);
  await until('its file', () => all('select name from evidence').length === 1);
});
