// Protects: a mailbox whose server takes access tokens alone is read, by a new token each time the last one is refused.
import { expect, onTestFinished, test } from 'vitest';
import { createAccessTokens } from '#server/mail/out/access-tokens.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { startIssuer } from '#testing/oauth-issuer.ts';
import { until } from '#testing/until.ts';
import { createImapWatch } from './imap-watch.ts';

const databases = testDatabases();
const dovecot = findDovecot();

test.skipIf(!dovecot)('a token that ended is replaced, and one that nobody grants is an alarm until it is', async () => {
  const issuer = await startIssuer();
  const server = await startImapServer(dovecot ?? '', { introspectionUrl: issuer.introspectionUrl });
  onTestFinished(server.stop);
  const { app, database, clock, log } = await createTestDesk(await databases.open('sqlite'));
  const mailTokens = createAccessTokens(issuer.url, clock.now);
  const imapUrl = server.url.replace('claims:secret', 'claims');
  const pauses = { firstMs: 10, longestMs: 100, refusedMs: 100, stepMs: 60_000 };
  const watch = createImapWatch({ ...app, mailTokens, limits: { ...app.limits, mailbox: pauses } }, imapUrl);
  watch.start();
  onTestFinished(watch.close);
  const arrived = (count: number) =>
    until(`${count} to be read`, async () => {
      const rows = await database.db.selectFrom('inbound_emails').select('way').execute();
      return rows.length === count;
    });
  const reconnect = async () => {
    await server.kill();
    await server.start();
  };
  await until('the mailbox to be open', () => database.db.selectFrom('inbound_cursors').select('id').executeTakeFirst());
  server.deliver(mimeEmail());
  await arrived(1);

  issuer.valid.clear();
  await reconnect();
  server.deliver(mimeEmail());
  await arrived(2);
  expect(issuer.requests).toHaveLength(2);

  const { valid } = issuer;
  valid.add = () => valid;
  valid.clear();
  await reconnect();
  const message = await until('the alarm', () => watch.whatIsWrong());
  expect(message).toContain(': the access token does not open the mailbox claims.');
  server.deliver(mimeEmail());
  Reflect.deleteProperty(valid, 'add');
  await arrived(3);
  expect(watch.whatIsWrong()).toBeNull();

  issuer.answer.instead = { statusCode: 400, body: { error: 'invalid_client' } };
  clock.time += 61 * 60_000;
  await reconnect();
  const said = await until('another alarm', () => (watch.whatIsWrong()?.includes('refuses') ? watch.whatIsWrong() : null));
  expect(said).toContain('refuses an access token: the client id or the secret in MAIL_OAUTH_URL is wrong (invalid_client).');
  expect(log() + message + said).not.toMatch(/hunter2|eyJ/);
});
