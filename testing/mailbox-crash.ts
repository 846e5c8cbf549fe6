import { setTimeout as pause } from 'node:timers/promises';
import { mimeEmail } from './fixtures/mime-email.ts';
import { aoife } from './fixtures/people.ts';
import { freePort } from './free-port.ts';
import { jsonPost, request } from './http.ts';
import type { ImapServer } from './imap-server.ts';
import { spawnProduct } from './product.ts';
import { storeReader } from './read-store.ts';
import { until } from './until.ts';

type MailboxCrashCounts = {
  kills: number;
  emails: number;
  /** Emails that are on no claim: must be 0. */
  lost: number;
  /** Emails that are on a claim more than once: must be 0. */
  twice: number;
  /** From the arrival in the mailbox until it is on the claim, while nothing is killed: of 50, the median, the 95th and the last. */
  p50Ms: number;
  p95Ms: number;
  longestMs: number;
};

/** A claim takes 100 emails a day. */
const perClaim = 80;

const sampleCount = 50;

/** Delivers emails to the mailbox of a running product while it and the mail server are killed in turn, and counts what is on claims. */
export async function crashWhileReading(options: {
  kills: number;
  emails: number;
  dataDir: string;
  server: ImapServer;
  onKill?: (kills: number) => void;
}): Promise<MailboxCrashCounts> {
  const { dataDir, server } = options;
  const port = String(await freePort());
  const env = { DATA_DIR: dataDir, IMAP_URL: server.url, PORT: port, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' };
  let product = await spawnProduct(env);
  await product.ready;
  const store = storeReader({ dataDir, databaseUrl: null });
  const addresses = Array.from({ length: Math.ceil(options.emails / perClaim) + 1 }, (_, number) => `p${number}@example.net`);
  for (const email of addresses) {
    const body = jsonPost({ formName: 'Make a Claim', formData: { ...aoife, email } });
    const { status } = await request(`${product.url}/functions/v1/send-form-email`, body);
    if (status !== 200) throw new Error(`The claim was answered with ${status}.`);
  }
  await until('the mailbox to be open', async () => (await store.all('select id from inbound_cursors')).length === 1);
  const deliver = (text: string, number: number) =>
    server.deliver(mimeEmail({ from: addresses[Math.floor(number / perClaim) + 1] ?? addresses[0], text }));
  const textsOnClaims = async () => (await store.all("select text from messages where direction = 'in'")).map(({ text }) => text);

  const waits: number[] = [];
  for (let count = 0; count < sampleCount; count += 1) {
    const began = performance.now();
    server.deliver(mimeEmail({ from: addresses[0], text: `sample ${count}` }));
    await until('it to be on the claim', async () => (await textsOnClaims()).includes(`sample ${count}`));
    waits.push(performance.now() - began);
  }

  let delivered = 0;
  let kills = 0;
  const delivering = (async () => {
    while (delivered < options.emails) {
      // They come in step with the kills, so that each finds something that is being read.
      const due = Math.min(options.emails, Math.ceil(((kills + 1) / options.kills) * options.emails));
      for (; delivered < due; delivered += 1) deliver(`email ${delivered}`, delivered);
      await pause(5);
    }
  })();
  const countKept = async () => (await store.all('select id from inbound_emails')).length;
  for (let kept = await countKept(); kills < options.kills; kills += 1) {
    await until('an email to be kept', async () => (await countKept()) > kept);
    await pause(Math.random() * 50);
    if (kills % 2 === 0) {
      await product.end('SIGKILL');
      kept = await countKept();
      product = await spawnProduct(env);
      await product.ready;
    } else {
      await server.kill();
      kept = await countKept();
      await server.start();
    }
    options.onKill?.(kills + 1);
  }
  await delivering;
  await until('all to be read', async () => new Set(await textsOnClaims()).size >= options.emails + sampleCount, 300_000).catch(
    () => {},
  );
  const exit = await product.end('SIGTERM');
  if (exit.code !== 0) throw new Error(`It ended with ${exit.code ?? exit.signal}.`);
  const texts = await textsOnClaims();
  const wanted = Array.from({ length: options.emails }, (_, number) => `email ${number}`);
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return {
    kills,
    emails: options.emails,
    lost: wanted.filter((text) => !texts.includes(text)).length,
    twice: texts.length - new Set(texts).size,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    longestMs: at(1),
  };
}
