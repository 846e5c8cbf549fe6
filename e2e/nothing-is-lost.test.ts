// Protects: an accepted claim and a received file outlive kills, restarts and outages.
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import PostalMime from 'postal-mime';
import { afterAll, describe, expect, test } from 'vitest';
import { startUpload } from '#testing/create-test-evidence.ts';
import { openClaim } from '#testing/evidence-crash.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, bo, lukasz, xiaoming } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { type Product, startProduct, teamAddress } from '#testing/product.ts';
import { readStore, storeReader } from '#testing/read-store.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { isSample } from '#testing/sampled.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import type { Answers } from './harness/fill.ts';

const left: (() => Promise<void>)[] = [];

afterAll(() => Promise.all(left.map((clear) => clear())));

/** The tests run at once: one after another they would wait a minute for mail servers that do not answer. */
describe.concurrent('an acknowledged claim is not lost', () => {
  test('when the product is killed while the mail server hangs: after the next start the email arrives, for one row', async () => {
    const { mailbox, product } = await open();
    const { begun } = mailbox.hang();
    await send(product, aoife);
    await begun();
    await product.kill();
    expect(readStore(product).emails.map(({ finished_at }) => finished_at)).toEqual([null]);

    mailbox.answerAgain();
    await open({ mailbox, before: product });
    const received = await mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === aoife.email);
    const { submissions } = readStore(product);
    expect(submissions.map(({ form_data }) => form_data)).toEqual([aoife]);
    expect(received.text).toContain(submissions[0]?.reference);
    expect(mailbox.emails.filter(({ envelope }) => envelope.to[0] === teamAddress)).toHaveLength(1);
  });

  test.skipIf(isSample)(
    'when the mail server is down at first: the email goes out once it is up, without a restart',
    async () => {
      const { mailbox, product } = await open();
      await mailbox.close();
      await send(product, lukasz);
      await product.writes('"state":"unreachable"');
      expect((await product.request('/readyz')).status).toBe(200);

      await mailbox.reopen();
      const received = await mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === lukasz.email);
      const { submissions, emails } = readStore(product);
      expect(submissions).toHaveLength(1);
      // Every attempt has the same Message-ID, so that a repeat can be recognised.
      expect(received.messageId).toContain(emails[0]?.id);
    },
  );

  test('when the product is killed before an email was attempted: no restart loses one', async () => {
    const { mailbox, product } = await open();
    await mailbox.close();
    const people = [aoife, bo, lukasz, xiaoming];
    await Promise.all(people.map((one) => send(product, one)));
    await product.kill();
    await mailbox.reopen();
    await open({ mailbox, before: product });
    for (const { email } of people) await mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === email);
    expect(readStore(product).submissions).toHaveLength(people.length);
  });

  test('when the product is killed as soon as a file was received: its bytes are those that were sent', async () => {
    const { mailbox, product } = await open();
    const { url, dataDir } = product;
    const photo = evidenceFiles.jpeg();
    expect(await startUpload(url, photo, { headers: await openClaim(url) }).done).toBeNull();
    await product.kill();
    await open({ mailbox, before: product });
    const [row] = await storeReader({ dataDir, databaseUrl: null }).all('select * from evidence where received_at is not null');
    expect(await readFile(join(dataDir, 'evidence', String(row?.submission_id), String(row?.id)))).toEqual(photo);
  });

  test.skipIf(isSample)('when there is no mail server at all: each email is a file in the data folder', async () => {
    const { product } = await open({ settings: { SMTP_URL: '' } });
    await send(product, xiaoming);
    await product.writes('email sent');
    await product.writes('e-mail to sender');
    expect(product.output()).toContain(`${product.dataDir}/mail as .eml files`);
    const names = await readdir(`${product.dataDir}/mail`);
    expect(names).toEqual([expect.stringMatching(/\.eml$/), expect.stringMatching(/\.eml$/)]);
    const files = await Promise.all(names.map((name) => readFile(`${product.dataDir}/mail/${name}`)));
    const received = await Promise.all(files.map((file) => PostalMime.parse(file)));
    expect(received.find(({ to }) => to?.[0]?.address === teamAddress)?.text).toContain(xiaoming.descriptionOfAccident);
    expect(received.find(({ to }) => to?.[0]?.address === xiaoming.email)?.subject).toMatch(/^We have your claim/);
  });
});

describe.concurrent('a stop is clean', () => {
  test('SIGTERM while a request is on its way: it is answered, stored, and the process ends with 0', async () => {
    // A request has four seconds to end, in which the machine may stand still.
    const left = await undisturbed(stopWhileSending, (one) => isDeepStrictEqual(one, stoppedCleanly));
    expect(left).toEqual(stoppedCleanly);
  });

  test.skipIf(isSample)('SIGINT ends it with 0 too, and the port is free at once', async () => {
    const { mailbox, product } = await open();
    product.process.kill('SIGINT');
    expect(await product.exited).toEqual({ code: 0, signal: null });
    await open({ mailbox, before: product });
  });
});

const stoppedCleanly = { answer: 'HTTP/1.1 200 OK', ended: { code: 0, signal: null }, stored: [bo] };

/** Tells the product to stop while a request is on its way; returns what became of it. */
async function stopWhileSending() {
  const { product } = await open();
  const request = slowRequest(product, bo);
  await request.begin();
  // The server has begun to read: it answers others, while this connection is open.
  expect((await product.request('/healthz')).status).toBe(200);
  const ending = product.stop();
  await product.writes('"stopping"');
  const response = await request.finish().catch(String);
  const ended = await ending;
  const stored = readStore(product).submissions.map(({ form_data }) => form_data);
  return { answer: response.split('\r\n')[0], ended, stored };
}

type Opened = { mailbox: Awaited<ReturnType<typeof startMailServer>>; product: Product };

/** Starts a product with a mail server of its own, or with that of an earlier product, on its port and data. */
async function open(
  from: { mailbox?: Opened['mailbox']; before?: Product; settings?: Record<string, string> } = {},
): Promise<Opened> {
  const mailbox = from.mailbox ?? (await startMailServer());
  const product = await startProduct({ SMTP_URL: mailbox.url, ...from.settings }, from.before);
  left.push(async () => {
    await product.kill();
    await mailbox.close();
    await removeFolder(product.dataDir);
  });
  return { mailbox, product };
}

async function send(product: Product, answers: Answers): Promise<void> {
  const { status } = await product.request(
    '/functions/v1/send-form-email',
    jsonPost({ formName: 'Make a Claim', formData: answers }),
  );
  expect(status).toBe(200);
}

/** A request from somebody with a bad signal, of which the rest comes later. */
function slowRequest({ port }: Product, answers: Answers) {
  const body = JSON.stringify({ formName: 'Make a Claim', formData: answers });
  const head = ['POST /functions/v1/send-form-email HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json'];
  const whole = [...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
  const half = whole.length - body.length / 2;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  return {
    begin: () => new Promise<void>((written) => socket.write(whole.slice(0, half), () => written())),
    /** Sends the rest and returns the response. */
    finish: async () => {
      socket.write(whole.slice(half));
      let response = '';
      for await (const part of socket) response += part;
      return response;
    },
  };
}
