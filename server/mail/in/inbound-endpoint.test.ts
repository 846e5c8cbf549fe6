// Protects: an e-mail that a mail server hands over is taken only with the right signature, and acknowledged only once it is kept.
import { createHmac } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { until } from '#testing/until.ts';
import { parseEmail } from './parse-email.ts';
import { maxEmailBytes } from './receive-inbound.ts';

const secret = 'thirty-two characters for e-mails';

async function setup() {
  const testApp = await createTestApp({ INBOUND_SECRET: secret, TRUST_PROXY: '1' });
  const seconds = () => String(Math.floor(testApp.clock.now / 1_000));
  const sign = (body: Uint8Array, timestamp = seconds()) =>
    createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const send = (body: Uint8Array | ReadableStream, headers: Record<string, string> = {}) =>
    testApp.app.request('/inbound/email', {
      method: 'POST',
      body: body as BodyInit,
      duplex: 'half',
      headers: {
        'Content-Type': 'message/rfc822',
        'Kerbside-Timestamp': seconds(),
        ...(body instanceof Uint8Array && { 'Kerbside-Signature': sign(body) }),
        ...headers,
      },
    } as RequestInit);
  const states = () => testApp.sqlite.prepare('select state from inbound_emails').pluck().all() as string[];
  return { ...testApp, sign, send, states };
}

test('an e-mail with the right signature is kept, read, and in the tray', async () => {
  const { send, states } = await setup();
  expect((await send(mimeEmail())).status).toBe(202);
  await until('it to be read', () => states()[0] === 'unsorted');
});

test('another signature, another time, and another body than was signed are refused, and nothing is kept', async () => {
  const { send, sign, states, clock } = await setup();
  const [email, other] = [mimeEmail(), mimeEmail()];
  const old = String(Math.floor(clock.now / 1_000) - 301);
  const refused = [
    send(email, { 'Kerbside-Signature': '' }),
    send(email, { 'Kerbside-Signature': sign(other) }),
    send(email, { 'Kerbside-Timestamp': old, 'Kerbside-Signature': sign(email, old) }),
    send(email, { 'Kerbside-Timestamp': '', 'Kerbside-Signature': sign(email, '') }),
    send(email, { 'Kerbside-Timestamp': `${Number(old) + 300}` }),
  ];
  for (const response of await Promise.all(refused)) expect(response.status).toBe(401);
  expect(states()).toEqual([]);
});

test('one that is too long is refused before it is in memory, whether its length is announced or not', async () => {
  const { send, states } = await setup();
  const announced = await send(mimeEmail(), { 'Content-Length': String(4 * maxEmailBytes + 1) });
  let sent = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1024 ** 2));
      if (sent > 500) controller.close();
    },
  });
  const streamed = await send(endless, { 'Kerbside-Signature': 'ab' });
  expect([announced.status, streamed.status]).toEqual([413, 413]);
  expect(sent).toBeLessThan(150);
  expect(states()).toEqual([]);
});

test('of one that is longer than can be kept there are its words, its whole files, and what is missing by name', async () => {
  const { send, states, sqlite, dataDir } = await setup();
  const files = ['whole.jpg', 'broken.jpg'].map((name) => ({ name, type: 'image/jpeg', bytes: Buffer.alloc(9_000, name) }));
  const raw = mimeEmail({ text: 'It was at the lights.', files });
  const long = Buffer.concat([raw.subarray(0, -100), Buffer.alloc(maxEmailBytes, `${'A'.repeat(76)}\r\n`)]);
  expect((await send(long)).status).toBe(202);
  await until('it to be read', () => states()[0] === 'unsorted');
  const { id, text } = sqlite.prepare('select id, text from inbound_emails').get() as { id: string; text: string };
  expect(text).toMatch(/^It was at the lights\.\n\n\[This email is longer than 36 MB/);
  const kept = await parseEmail(readFileSync(join(dataDir, 'evidence', 'inbound', id)), null);
  expect(kept.files).toMatchObject([
    { name: 'whole.jpg', bytes: { length: 9_000 }, notKept: null },
    { name: 'broken.jpg', notKept: 'The email is too long to be read as a whole, and this file was not whole.' },
  ]);
});

test('a stranger who sends slowly leaves room for the mail server', async () => {
  const { send, states } = await setup();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const slow = () => new ReadableStream({ pull: (controller) => ended.then(() => controller.close()) });
  const strangers = Array.from({ length: 6 }, () => send(slow(), { 'X-Forwarded-For': '203.0.113.66' }));
  expect((await send(mimeEmail(), { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(202);
  end();
  expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual([401, 401, 401, 503, 503, 503]);
  expect((await send(mimeEmail(), { 'X-Forwarded-For': '203.0.113.66' })).status).toBe(202);
  await until('both to be read', () => states().filter((state) => state === 'unsorted').length === 2);
});

test('where it cannot be kept it is not acknowledged, and what is sent again is one', async () => {
  const { send, states, dataDir } = await setup();
  const email = mimeEmail();
  // A file is where its folder would be.
  writeFileSync(join(dataDir, 'evidence', 'inbound'), '');
  expect((await send(email)).status).toBe(503);
  expect(states()).toEqual([]);
  rmSync(join(dataDir, 'evidence', 'inbound'));
  for (const _ of [1, 2]) expect((await send(email)).status).toBe(202);
  await until('both to be read', () => states().every((state) => state !== 'waiting'));
  expect(states().toSorted()).toEqual(['duplicate', 'unsorted']);
});

test('without a secret there is no such way in', async () => {
  const { app } = await createTestApp();
  expect((await app.request('/inbound/email', { method: 'POST', body: 'x' })).status).toBe(404);
});
