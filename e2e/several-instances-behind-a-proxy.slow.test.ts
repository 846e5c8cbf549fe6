// Protects: with several instances behind a proxy of deploy/, neither one that is away nor what one client sends keeps another from the site.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { jsonPost, request } from '#testing/http.ts';
import { startProduct } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { installedProxies, siteDomain, startProxy } from './harness/proxy.ts';

const siteUrl = `https://${siteDomain}`;
const asVisitor = { Host: siteDomain, Origin: siteUrl };

/** Addresses whose answers were longer than a proxy's buffer, or that a library printed whole. */
const unkind = [`/desk/all?q=${'x'.repeat(3_000)}`, `/make-a-claim/?q=${'x'.repeat(3_000)}`, `/desk/${'%ff'.repeat(1_000)}`];

test.runIf(installedProxies.length === 0)('neither nginx nor Caddy is installed', () => {});

test.each(installedProxies)('%s, with one of two instances away and a client who asks for long addresses', async (name) => {
  const product = await startProduct({ SITE_URL: siteUrl, TRUST_PROXY: '1' });
  const proxy = await startProxy(name, product.port, { others: [await freePort()] });
  onTestFinished(async () => {
    await proxy.stop();
    await product.stop();
    await removeFolder(product.dataDir);
  });
  const ask = (path: string) => request(proxy.url + path, { headers: asVisitor }).then(({ status }) => status);
  const send = (count: number) => {
    const call = jsonPost({ formName: 'Make a Claim', formData: { ...aoife, additionalInfo: `${count}` } }, asVisitor);
    return request(`${proxy.url}/functions/v1/send-form-email`, call).then(({ status }) => status);
  };
  // Caddy 2.6 answers 502 to what is posted to an instance that refuses the connection, until it has found that out by asking each two seconds.
  if (name === 'caddy') await pause(4_000);
  for (let count = 0; count < 10; count += 1) {
    expect(await Promise.all(unkind.map(ask))).toEqual([302, 308, 400]);
    expect(await Promise.all([ask('/make-a-claim'), ask('/desk/sign-in'), send(count)])).toEqual([200, 200, 200]);
  }
  expect(readStore(product).submissions).toHaveLength(10);
});
