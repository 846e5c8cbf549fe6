import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailServer } from '#testing/mail-server.ts';
import { aoife } from '#testing/people.ts';
import { type Product, startProduct } from '#testing/product.ts';

/**
 * npm run bench: claims sent by fifty at once to the built product and to a bare server that inserts two rows for each,
 * in turns, each answered after its commit is on the disk. Prints the figures and keeps them in bench/figures.json.
 */
const rounds = 3;
const roundMs = 4_000;
const senders = 50;

type Round = { perSecond: number; p50: number; p99: number; failed: number };

const folder = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
const mail = await startMailServer({ onData: (stream, _session, done) => void stream.resume().on('end', () => done()) });
const product = await startProduct({ DATA_DIR: join(folder, 'product'), SMTP_URL: mail.url, LOG_LEVEL: 'error' });
const bare = await startProduct({ DATA_DIR: folder }, 'bench/bare-server.ts');
await Promise.all([product.ready, bare.ready]);
await measure(product, 1_000);
await measure(bare, 1_000);

const found: { product: Round; bare: Round }[] = [];
for (let round = 0; round < rounds; round += 1)
  found.push({ bare: await measure(bare, roundMs), product: await measure(product, roundMs) });
for (const server of [product, bare]) await server.end('SIGTERM');
await mail.close();
rmSync(folder, { recursive: true, force: true });

const figures = {
  at: new Date().toISOString(),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
  senders,
  rounds: found,
  ratio: median(found.map(({ product, bare }) => product.perSecond / bare.perSecond)),
};
for (const { product, bare } of found) console.log(`product ${words(product)}   bare ${words(bare)}`);
console.log(`product : bare = ${figures.ratio.toFixed(2)}`);
writeFileSync('bench/figures.json', `${JSON.stringify(figures, null, 2)}\n`);

async function measure({ url }: Product, forMs: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + forMs;
  const sender = async (number: number) => {
    for (let count = 0; performance.now() < end; count += 1) {
      const began = performance.now();
      const status = await post(agent, url, `${number}-${count}-${began}`);
      if (status === 200) times.push(performance.now() - began);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: senders }, (_, number) => sender(number)));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { perSecond: Math.round((times.length / forMs) * 1_000), p50: at(0.5), p99: at(0.99), failed };
}

function post(agent: Agent, url: string, mark: string): Promise<number> {
  const body = JSON.stringify({ formName: 'Make a Claim', formData: { ...aoife, additionalInfo: mark } });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'idempotency-key': mark };
  return new Promise((resolve) => {
    const call = request(`${url}/functions/v1/send-form-email`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', () => resolve(0)).end(body);
  });
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function words({ perSecond, p50, p99, failed }: Round): string {
  return `${perSecond}/s p50 ${p50} ms p99 ${p99} ms${failed ? ` ${failed} failed` : ''}`;
}
