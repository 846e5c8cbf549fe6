// Protects: no email that somebody makes up is lost, comes twice, ends the product, or takes its memory.
import { createHash, createHmac } from 'node:crypto';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { hostileEmails } from '#testing/fixtures/hostile-emails.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { until } from '#testing/until.ts';
import { parseEmail } from './parse-email.ts';

const dovecot = findDovecot();
const secret = 'thirty-two characters for e-mails';
/** Of those that are as dear, some are enough by the second way. */
const byImap = hostileEmails.filter((_, index) => index % 3 === 0);
/** IMAP has no NUL, so that the mail server gives other bytes. */
const hasNul = ([, raw]: (typeof hostileEmails)[number]) => raw.includes(0);
const mostMemory = 400 * 1024 ** 2;

type Row = { sha256: string; way: string; state: string; text: string | null; sender: string | null; subject: string | null };

test('each is in the tray once, by two ways, as text', async () => {
  const server = dovecot === null ? null : await startImapServer(dovecot);
  onTestFinished(async () => server?.stop());
  const settings = { INBOUND_SECRET: secret, RATE_LIMIT: 'off', ...(server && { IMAP_URL: server.url }) };
  const { app, sqlite, clock } = await createTestApp(settings);
  const rows = () => sqlite.prepare('select * from inbound_emails').all() as Row[];
  const read = (count: number) =>
    until(`${count} to be read`, () => rows().length === count && rows().every(({ state }) => state !== 'waiting'));
  if (server) await until('the mailbox to be open', () => sqlite.prepare('select id from inbound_cursors').all().length === 1);

  const before = process.memoryUsage.rss();
  for (const [name, raw] of hostileEmails) {
    const seconds = String(Math.floor(clock.now / 1_000));
    const signature = createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest('hex');
    const headers = { 'Kerbside-Timestamp': seconds, 'Kerbside-Signature': signature };
    const response = await app.request('/inbound/email', { method: 'POST', body: new Uint8Array(raw), headers });
    expect(response.status, name).toBe(202);
  }
  await read(hostileEmails.length);
  for (const [name, raw] of hostileEmails) {
    const digest = createHash('sha256').update(raw).digest('hex');
    const { state, text, sender, subject } = rows().find(({ sha256 }) => sha256 === digest) as Row;
    expect(state, name).toBe('unsorted');
    expect((text ?? '').length, name).toBeLessThanOrEqual(100_000);
    expect(`${sender} ${subject}`, name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect((subject ?? '').length + (sender ?? '').length, name).toBeLessThan(1_000);
    if (name !== 'elements in a plain text') expect(text, name).not.toMatch(/<(script|img)/);
  }

  if (!server) return;
  for (const [, raw] of byImap) server.deliver(raw);
  await read(hostileEmails.length + byImap.length);
  const kept = rows().filter(({ way, state }) => way === 'imap' && state !== 'duplicate');
  expect(kept).toHaveLength(byImap.filter(hasNul).length);
  expect(process.memoryUsage.rss() - before).toBeLessThan(mostMemory);
});

test.each([
  ['a text of many lines', () => mimeEmail({ text: 'Hello\r\n'.repeat(60_000) })],
  ['HTML of many elements', () => mimeEmail({ html: '<p>Hello &amp;\r\n'.repeat(60_000) })],
])('%s cost the requests of visitors a small part of what reading them costs', async (_, make) => {
  const raw = make();
  const began = process.threadCpuUsage();
  const email = await parseEmail(raw, null);
  const here = process.threadCpuUsage(began);
  const reading = process.threadCpuUsage();
  await PostalMime.parse(raw).catch(() => null);
  const whole = process.threadCpuUsage(reading);
  expect(here.user + here.system).toBeLessThan((whole.user + whole.system) / 2);
  expect(email.text).toContain('Hello');
});
