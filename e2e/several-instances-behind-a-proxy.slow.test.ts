// Protects: with several instances behind a proxy of deploy/, neither one that is away, nor what one client sends, nor a database that is away keeps others from the site.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { refusals } from '#forms/errors.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { formPost, jsonPost, request } from '#testing/http.ts';
import { findPostgres, type Postgres, startPostgres } from '#testing/postgres-server.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { until } from '#testing/until.ts';
import { installedProxies, type RunningProxy, siteDomain, startProxy } from './harness/proxy.ts';

const siteUrl = `https://${siteDomain}`;
const asVisitor = { Host: siteDomain, Origin: siteUrl };

function sendClaim({ url }: RunningProxy, additionalInfo: string) {
  return request(
    `${url}/functions/v1/send-form-email`,
    jsonPost({ formName: 'Make a Claim', formData: { ...aoife, additionalInfo } }, asVisitor),
  );
}

/** Addresses whose answers were longer than a proxy's buffer, or that a library printed whole. */
const unkind = [`/desk/all?q=${'x'.repeat(3_000)}`, `/make-a-claim/?q=${'x'.repeat(3_000)}`, `/desk/${'%ff'.repeat(1_000)}`];

test.runIf(installedProxies.length === 0)('none of nginx, Caddy and HAProxy is installed', () => {});

test.each(installedProxies)('%s, with one of two instances away and a client who asks for long addresses', async (name) => {
  const product = await startProduct({ SITE_URL: siteUrl, TRUST_PROXY: '1' });
  const proxy = await startProxy(name, product.port, { others: [await freePort()] });
  onTestFinished(async () => {
    await proxy.stop();
    await product.stop();
    await removeFolder(product.dataDir);
  });
  const ask = (path: string) => request(proxy.url + path, { headers: asVisitor }).then(({ status }) => status);
  const send = (count: number) => sendClaim(proxy, `${count}`).then(({ status }) => status);
  // Caddy 2.6 answers 502 to what is posted to an instance that refuses the connection, until it has found that out by asking each two seconds.
  if (name === 'caddy') await pause(4_000);
  for (let count = 0; count < 10; count += 1) {
    expect(await Promise.all(unkind.map(ask))).toEqual([302, 308, 400]);
    expect(await Promise.all([ask('/make-a-claim'), ask('/desk/sign-in'), send(count)])).toEqual([200, 200, 200]);
  }
  expect(readStore(product).submissions).toHaveLength(10);
});

const binaries = installedProxies.length > 0 ? findPostgres() : null;

describe.runIf(binaries)('two instances on PostgreSQL, behind each proxy', () => {
  let cluster: Postgres;
  let products: Product[];
  let proxies: { name: string; proxy: RunningProxy }[];

  beforeAll(async () => {
    cluster = await startPostgres(binaries as string);
    const settings = {
      SITE_URL: siteUrl,
      TRUST_PROXY: '1',
      AUTH_SECRET: 'shared'.repeat(8),
      DATABASE_URL: await cluster.createDatabase(),
    };
    products = await Promise.all([startProduct(settings), startProduct(settings)]);
    const [first = 0, ...others] = products.map(({ port }) => port);
    proxies = await Promise.all(
      installedProxies.map(async (name) => ({ name, proxy: await startProxy(name, first, { others }) })),
    );
  });

  afterAll(async () => {
    for (const { proxy } of proxies) await proxy.stop();
    for (const product of products) await product.kill();
    await cluster.stop();
    for (const { dataDir } of products) await removeFolder(dataDir);
  });

  const ofEach = <T>(ask: (proxy: RunningProxy, name: string) => Promise<T>) =>
    Promise.all(proxies.map(async ({ name, proxy }) => [name, await ask(proxy, name)]));

  const all = (answer: unknown) => proxies.map(({ name }) => [name, answer]);

  test.each([
    ['has ended', () => cluster.shutDown(), () => cluster.bringUp()],
    ['hangs', async () => cluster.freeze(), async () => cluster.thaw()],
  ])('while the database %s, pages come and a claimant is told the number to call', async (what, breakIt, mend) => {
    await breakIt();
    try {
      // Each balancer has asked two times and more.
      await pause(6_000);
      for (const path of ['/', '/make-a-claim'])
        expect(await ofEach((proxy) => request(proxy.url + path, { headers: asVisitor }).then(({ status }) => status))).toEqual(
          all(200),
        );
      const claims = await ofEach(async (proxy) => {
        const { status, headers, json } = await sendClaim(proxy, what);
        return [status, headers['retry-after'], json().message];
      });
      expect(claims).toEqual(all([503, '30', refusals.notSaved]));
      const posted = formPost(aoife);
      const forms = await ofEach(async (proxy) => {
        const answer = await request(`${proxy.url}/make-a-claim`, { ...posted, headers: { ...posted.headers, ...asVisitor } });
        return [answer.status, answer.text.includes(refusals.notSaved)];
      });
      expect(forms).toEqual(all([503, true]));
    } finally {
      await mend();
    }
    const isTaken = (proxy: RunningProxy, name: string) =>
      sendClaim(proxy, `${what} ${name}`).then(({ status }) => status === 200);
    for (const { name, proxy } of proxies) await until(`a claim through ${name} to be taken`, () => isTaken(proxy, name));
  });
});
