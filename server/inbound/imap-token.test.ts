// Protects: a mailbox whose server takes access tokens alone is read, with the token that is in the file at that moment.
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { makeFolder } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';
import { createImapWatch } from './imap-watch.ts';

const databases = testDatabases();
const dovecot = findDovecot();

/** What the sign-in service of a mail provider says of tokens: only the newest is valid. */
async function startTokens() {
  let valid = 'first-token';
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const token = new URLSearchParams(await text(request)).get('token') ?? '';
    asked.push(token);
    const answer = token === valid ? { active: true, username: 'claims' } : { active: false };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const renew = (token: string) => {
    valid = token;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked, renew };
}

test.skipIf(!dovecot)('a token that has expired is an alarm, and the next one in the file ends it', async () => {
  const tokens = await startTokens();
  const server = await startImapServer(dovecot ?? '', { introspectionUrl: tokens.url });
  onTestFinished(server.stop);
  const tokenFile = join(await makeFolder(), 'token');
  writeFileSync(tokenFile, 'first-token\n');
  const { database, inbound, clock, logger, log } = await createTestDesk(await databases.open('sqlite'));
  const imapUrl = `${server.url.replace('claims:secret', 'claims')}&token_file=${encodeURIComponent(tokenFile)}`;
  const pauses = { firstMs: 10, longestMs: 100, refusedMs: 100 };
  const { receive } = inbound;
  const watch = createImapWatch({ imapUrl, database, receive, log: logger, now: clock.now, pauses });
  watch.start();
  onTestFinished(watch.close);
  const rows = () => database.db.selectFrom('inbound_emails').select('way').execute();
  await until('the mailbox to be open', () => database.db.selectFrom('inbound_cursors').select('id').executeTakeFirst());
  server.deliver(mimeEmail());
  await until('the first', async () => (await rows()).length === 1);

  tokens.renew('second-token');
  await server.kill();
  await server.start();
  const message = await until('the alarm', () => watch.whatIsWrong());
  expect(message).toContain('the mail server refuses the user in IMAP_URL, or the access token in its token_file');
  server.deliver(mimeEmail());
  writeFileSync(tokenFile, 'second-token');
  await until('the second', async () => (await rows()).length === 2);
  expect(watch.whatIsWrong()).toBeNull();
  rmSync(tokenFile);
  await server.kill();
  await server.start();
  clock.time += 11 * 60_000;
  await until('another alarm', () => watch.whatIsWrong()?.includes('the token_file in IMAP_URL cannot be read (ENOENT)'));
  expect(new Set(tokens.asked)).toEqual(new Set(['first-token', 'second-token']));
  expect(message + log()).not.toMatch(/-token\b/);
});
