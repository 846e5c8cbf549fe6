import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { jsonPost, request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { storeReader } from '#testing/read-store.ts';
import { until } from '#testing/until.ts';
import { cpuSeconds, load, memoryMb, percentile, printRows } from './measure.ts';

/**
 * node bench/inbound-flood.ts [--emails=10000] [--senders=10]: hands all these emails over by POST at once, as a mail server does that
 * repeats what was put off, and one of 100 MB; prints how long it took, what was put off, how much memory the product had at most, and
 * how long a claim waited meanwhile. Exit code 1 when one that was acknowledged is not in the desk, or is there twice.
 */
const { values } = parseArgs({
  options: { emails: { type: 'string', default: '10000' }, senders: { type: 'string', default: '10' } },
});
const emails = Number(values.emails);
const secret = 'thirty-two characters for emails!';
const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-inbound-flood-'));
const product = await spawnProduct({ DATA_DIR: dataDir, INBOUND_SECRET: secret, LOG_LEVEL: 'silent' });
await product.ready;
const pid = product.process.pid as number;
const store = storeReader({ dataDir, databaseUrl: null });

async function hand(raw: Buffer) {
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest('hex');
  const headers = {
    'Content-Type': 'message/rfc822',
    'Content-Length': raw.length,
    'Kerbside-Timestamp': seconds,
    'Kerbside-Signature': signature,
  };
  return request(`${product.url}/inbound/email`, { method: 'POST', headers, body: raw });
}

async function timedClaim(): Promise<number> {
  const { formName, data: formData } = claimFrom();
  const began = performance.now();
  await request(`${product.url}/functions/v1/send-form-email`, jsonPost({ formName, formData }));
  return performance.now() - began;
}

const share = (times: number[], part: number) => Math.round(percentile(times, part));
const quiet: number[] = [];
for (let count = 0; count < 50; count += 1) quiet.push(await timedClaim());

const [began, cpuBegan] = [performance.now(), cpuSeconds(pid)];
let [next, putOff, isOver] = [0, 0, false];
const claims: number[] = [];
const claiming = (async () => {
  while (!isOver) {
    claims.push(await timedClaim());
    await pause(200);
  }
})();
await Promise.all(
  Array.from({ length: Number(values.senders) }, async () => {
    for (let number = next++; number < emails; number = next++) {
      const raw = mimeEmail({ text: `email ${number}`, from: `p${number}@example.net` });
      for (let answer = await hand(raw); answer.status !== 202; answer = await hand(raw)) {
        if (answer.status !== 503 && answer.status !== 429) throw new Error(`It was answered with ${answer.status}.`);
        putOff += 1;
        await pause(Number(answer.headers['retry-after'] ?? 1) * 1_000);
      }
    }
  }),
);
const acknowledgedMs = performance.now() - began;
const waiting = async () => Number((await store.all("select count(*) as n from inbound_emails where state = 'waiting'"))[0]?.n);
await until('all to be read', async () => (await pause(200)) ?? (await waiting()) === 0, 600_000);
const readMs = performance.now() - began;
const processor = cpuSeconds(pid) - cpuBegan;
isOver = true;
await claiming;

const large = await hand(mimeEmail({ text: 'x'.repeat(100 * 1024 ** 2) })).then(({ status }) => String(status), String);
const texts = (await store.all("select text from inbound_emails where state = 'unsorted'")).map(({ text }) => text);
const kept = new Set(texts);
const lost = emails - Array.from({ length: emails }, (_, number) => `email ${number}`).filter((text) => kept.has(text)).length;
const rows = {
  emails,
  lost,
  twice: texts.length - kept.size,
  'put off (503)': putOff,
  'acknowledged after': `${(acknowledgedMs / 1_000).toFixed(1)} s`,
  'read after': `${(readMs / 1_000).toFixed(1)} s`,
  'processor time': `${processor.toFixed(1)} s`,
  'most memory': `${Math.round(memoryMb(pid).peak)} MB`,
  'a claim meanwhile': `p50 ${share(claims, 0.5)} ms, p95 ${share(claims, 0.95)} ms (before: ${share(quiet, 0.5)} and ${share(quiet, 0.95)})`,
  'one of 100 MB': large,
  'load average': load(),
};
printRows(rows);
await product.end('SIGTERM');
rmSync(dataDir, { recursive: true, force: true });
process.exit(lost + rows.twice > 0 ? 1 : 0);
