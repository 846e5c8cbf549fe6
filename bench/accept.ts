import { join } from 'node:path';
import { minute } from '#forms/durations.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { spawnProduct } from '#testing/product.ts';
import { type Sending, sendClaims } from '#testing/send-claims.ts';
import { until } from '#testing/until.ts';
import { insertsPerSecond, syncsPerSecond } from './durable-inserts.ts';
import { type Line, median } from './measure.ts';

const rounds = 3;
const roundMs = 4_000;
const senders = 50;

/** How long the product may take for what follows after the claims of a round: with an e-mail for each, half a minute and more. */
const afterwardsMs = 4 * minute;

/**
 * Sends claims, fifty at once, in turns to the built product and to a bare server that inserts two rows for each. Each is answered
 * after its commit is on the disk. Also measures how often the disk itself, and the driver alone, can do that.
 */
export async function accept(folder: string): Promise<Line[]> {
  let emails = 0;
  let claims = 0;
  const mail = await startMailServer({
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => {
        emails += 1;
        done();
      });
    },
  });
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product'), SMTP_URL: mail.url, LOG_LEVEL: 'error' });
  const bare = await spawnProduct({ DATA_DIR: folder }, 'bench/bare-server.ts');
  await Promise.all([product.ready, bare.ready]);
  const sendToProduct = (forMs: number) => {
    const before = claims;
    return sendClaims(product.url, { senders, forMs, onSent: (count) => (claims = before + count) });
  };
  await sendToProduct(1_000);
  await sendClaims(bare.url, { senders, forMs: 1_000 });
  const found: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // What follows after the claims of a round is not part of the next: search terms come before most e-mails.
    await until('an e-mail for each claim', () => emails >= claims, afterwardsMs);
    // The product must do nothing while the others are measured.
    product.process.kill('SIGSTOP');
    const [syncs, inserts] = [syncsPerSecond(folder), insertsPerSecond(folder)];
    const bareSending = await sendClaims(bare.url, { senders, forMs: roundMs });
    product.process.kill('SIGCONT');
    found.push({ syncs, inserts, bare: bareSending, product: await sendToProduct(roundMs) });
  }
  for (const server of [product, bare]) await server.end('SIGTERM');
  await mail.close();

  const against = (other: (round: Round) => number) => median(found.map((round) => round.product.perSecond / other(round)));
  const last = found.at(-1) as Round;
  return [
    { what: 'claims a second, each on the disk with its email', found: words(last.product) },
    {
      what: 'bare Hono server, two rows for each request',
      found: `${words(last.bare)}, with ${Math.round(last.syncs)} syncs a second`,
      ratio: against(({ bare }) => bare.perSecond),
      budget: '>= 1.25',
    },
    {
      what: 'the slowest hundredth (p99) against that of the bare server',
      found: `${last.product.p99} ms against ${last.bare.p99} ms`,
      ratio: median(found.map(({ product, bare }) => product.p99 / bare.p99)),
      budget: '<= 1.0',
    },
    {
      what: 'insert loop in the same driver, a commit for each two rows',
      found: `${Math.round(last.inserts)}/s`,
      ratio: against(({ inserts }) => inserts),
    },
    {
      what: 'a page of the file written and synced by itself',
      found: `${Math.round(last.syncs)}/s`,
      ratio: against(({ syncs }) => syncs),
    },
  ];
}

type Round = { product: Sending; bare: Sending; inserts: number; syncs: number };

function words({ perSecond, p50, p99, failed }: Sending): string {
  return `${perSecond}/s p50 ${p50} ms p99 ${p99} ms${failed ? ` ${failed} failed` : ''}`;
}
