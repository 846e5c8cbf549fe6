import { join } from 'node:path';
import { spawnProduct } from '#testing/product.ts';
import { sendClaims } from '#testing/send-claims.ts';
import { type Line, load, median } from './measure.ts';
import { anonymousRequests, openSender } from './requests.ts';

/** The five dearest requests of `npm run bench -- requests`, as docs/security.md lists them. */
const dearest = [
  '/desk/sign-in: a wrong password',
  '/contact: 100 KB of <',
  'a message of 90 KB',
  'files: two thousand parts',
  '/your-claim of a claim of their own',
];

const perSecond = 20;
const rounds = 5;
const roundMs = 6_000;
const senders = 10;

/** People, each with an address of their own, as far as the limits can tell. */
const personOf = (number: number) => `198.18.${Math.floor(number / 250) % 250}.${number % 250}`;

/**
 * How long claims of people take while somebody at one address sends the five dearest requests, twenty a second, to the built product
 * with its limits: in turn with rounds in which nobody does.
 */
export async function attack(folder: string): Promise<Line[]> {
  const product = await spawnProduct({
    DATA_DIR: join(folder, 'product'),
    RATE_LIMIT: 'on',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  });
  await product.ready;
  const { send, token } = await openSender(product.url);
  const attacks = anonymousRequests(product.url, token).filter(({ what }) => dearest.some((name) => what.endsWith(name)));
  if (attacks.length !== dearest.length) throw new Error(`There are ${attacks.length} of the five dearest requests.`);
  // The libraries for sign-in and for uploads are loaded with the first request that needs them.
  for (const one of attacks) await send({ ...one, headers: { ...one.headers, 'X-Forwarded-For': '203.0.113.67' } });
  const statuses = new Map<number, number>();
  let sent = 0;
  const attackOnce = () => {
    const one = attacks[sent % attacks.length];
    sent += 1;
    if (!one) return;
    void send({ ...one, headers: { ...one.headers, 'X-Forwarded-For': '203.0.113.66' } }).then(
      ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1),
      () => statuses.set(0, (statuses.get(0) ?? 0) + 1),
    );
  };
  const claims = () => sendClaims(product.url, { senders, forMs: roundMs, pauseMs: 20, addressOf: personOf });
  await claims();
  const found: { idle: number; attacked: number }[] = [];
  let failed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const idle = await claims();
    const timer = setInterval(attackOnce, 1_000 / perSecond);
    const attacked = await claims();
    clearInterval(timer);
    failed += idle.failed + attacked.failed;
    found.push({ idle: idle.p99, attacked: attacked.p99 });
  }
  await product.end('SIGTERM');
  const answers = [...statuses].toSorted(([one], [other]) => one - other).map(([status, times]) => `${times} × ${status}`);
  const first = found[0] as (typeof found)[number];
  return [
    { what: 'load average', found: load() },
    { what: 'claims that were not stored', found: String(failed), budget: '0' },
    { what: 'the attack was answered', found: answers.join(', ') },
    {
      what: 'p99 of a claim under the attack and without, first round',
      found: `${first.attacked} ms and ${first.idle} ms`,
      ratio: first.attacked / first.idle,
    },
    {
      what: 'the same, all rounds',
      found: found.map(({ idle, attacked }) => `${attacked} and ${idle}`).join(', '),
      ratio: median(found.map(({ idle, attacked }) => attacked / idle)),
      budget: '< 2',
    },
  ];
}
