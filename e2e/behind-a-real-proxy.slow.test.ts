// Protects: the example configurations of nginx, Caddy and HAProxy work and log no secrets.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { request as openSecure } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { formPost, jsonPost, request } from '#testing/http.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { installedProxies, type RunningProxy, siteDomain, startProxy } from './harness/proxy.ts';

const siteUrl = `https://${siteDomain}`;
const asVisitor = { Host: siteDomain, Origin: siteUrl };
const madeUp = { ...asVisitor, 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'gopher' };

test.runIf(installedProxies.length === 0)('none of nginx, Caddy and HAProxy is installed', () => {});

describe.each(installedProxies)('%s, as in deploy/', (name) => {
  let product: Product;
  let proxy: RunningProxy;

  beforeAll(async () => {
    product = await startProduct({ SITE_URL: siteUrl, TRUST_PROXY: '1', RATE_LIMIT: 'on' });
    proxy = await startProxy(name, product.port);
  });

  afterAll(async () => {
    await proxy.stop();
    await product.stop();
    await removeFolder(product.dataDir);
  });

  test('pages come as the product compressed them, and forms are taken with scripts and without', async () => {
    const page = await request(`${proxy.url}/make-a-claim`, { headers: { ...asVisitor, 'Accept-Encoding': 'br' } });
    const straight = await product.request('/make-a-claim', { headers: { 'Accept-Encoding': 'br' } });
    expect(page.status).toBe(200);
    expect(page.bytes.equals(straight.bytes)).toBe(true);
    expect(page.headers['strict-transport-security']).toContain('max-age=');

    const posted = formPost(aoife);
    const response = await request(`${proxy.url}/make-a-claim`, { ...posted, headers: { ...posted.headers, ...asVisitor } });
    expect(response.text).toContain('Submission Successful!');
    const call = jsonPost({ formName: 'Make a Claim', formData: lukasz }, asVisitor);
    expect((await request(`${proxy.url}/functions/v1/send-form-email`, call)).status).toBe(200);
    expect(readStore(product).submissions).toHaveLength(2);
  });

  test.skipIf(name === 'caddy')('a certificate can be renewed without encryption, and everything else is led to it', async () => {
    const challenges = join(proxy.acmeFolder, '.well-known/acme-challenge');
    await mkdir(challenges, { recursive: true });
    await writeFile(join(challenges, 'a-token'), 'the proof');
    const certbot = createServer((asked, response) => {
      response.statusCode = asked.url?.endsWith('/a-token') ? 200 : 404;
      response.end('the proof');
    });
    if (name === 'haproxy') await once(certbot.listen(proxy.acmePort, '127.0.0.1'), 'listening');
    onTestFinished(() => void certbot.close());
    const ask = (path: string) => request(`${proxy.plainUrl}${path}`, { headers: { Host: siteDomain } });
    expect(await ask('/.well-known/acme-challenge/a-token')).toMatchObject({ status: 200, text: 'the proof' });
    expect((await ask('/.well-known/acme-challenge/another')).status).toBe(404);
    const { status, headers } = await ask('/make-a-claim');
    expect([status, headers.location]).toEqual([301, `${siteUrl}/make-a-claim`]);
  });

  test('the id of a request is of our own making, whatever a visitor sends', async () => {
    const response = await request(`${proxy.url}/healthz`, { headers: { ...asVisitor, 'X-Request-Id': 'made-up-by-a-visitor' } });
    expect(response.headers['x-request-id']).toMatch(/^[\w-]{20,}$/);
    expect(response.headers['x-request-id']).not.toBe('made-up-by-a-visitor');
  });

  test('the longest form goes through, and what is far longer is refused', async () => {
    const post = (emails: number) => {
      const posted = formPost({ name: 'Ola', email: 'ola@example.com', subject: 'Long', message: 'a'.repeat(emails) });
      return request(`${proxy.url}/contact`, { ...posted, headers: { ...posted.headers, ...asVisitor } }).then(
        ({ status }) => status,
        // The proxy has ended the connection while the body was still being sent.
        () => 413,
      );
    };
    expect(await post(90_000)).toBe(200);
    expect(await post(120_000)).toBe(413);
    expect(await post(1_000_000)).toBe(413);
  });

  test('Metrics are not proxied', async () => {
    expect((await request(`${proxy.url}/metrics`, { headers: asVisitor })).status).toBe(404);
  });
});

describe.each(installedProxies)('%s, seen from behind', (name) => {
  const seen: IncomingMessage[] = [];
  const upstream = createServer(async (asked, response) => {
    seen.push(asked);
    if (asked.url === '/desk/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: first\n\n');
      return;
    }
    for await (const _ of asked);
    response.end('taken');
  });
  let proxy: RunningProxy;

  beforeAll(async () => {
    upstream.listen(await freePort(), '127.0.0.1');
    await once(upstream, 'listening');
    proxy = await startProxy(name, (upstream.address() as AddressInfo).port);
  });

  afterAll(async () => {
    await proxy.stop();
    upstream.closeAllConnections();
    upstream.close();
  });

  test("The client address is the connection's, whatever headers the visitor sends", async () => {
    await request(`${proxy.url}/about`, { headers: madeUp });
    const headers = seen.at(-1)?.headers;
    expect(headers).toMatchObject({ host: siteDomain, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
  });

  test('The logs hold no search of staff, and no link that opens an account or a claim', async () => {
    const privateLink = `/your-claim/7F4M9TQX${'quorra'.padEnd(32, '-')}`;
    const ofDesk = ['/desk?q=quorra', '/desk.data?q=quorra', '/desk/people?about=quorra', '/desk/join?invitation=quorra'];
    const signedUrl = '/storage/v1/object/sign/evidence/7F4M-9TQX/a.jpg?token=quorra';
    for (const path of [privateLink, signedUrl, ...ofDesk]) await request(proxy.url + path, { headers: asVisitor });
    await request(`${proxy.url}/services`, { headers: asVisitor });
    if (name !== 'caddy') await expect.poll(proxy.logged).toContain('/services');
    expect(proxy.logged()).not.toContain('quorra');
  });

  test('An event of the desk is proxied without buffering', async () => {
    const asked = openSecure(`${proxy.url}/desk/events`, {
      rejectUnauthorized: false,
      servername: siteDomain,
      headers: { Host: siteDomain },
      agent: false,
    });
    const [response] = (await once(asked.end(), 'response')) as [IncomingMessage];
    response.on('error', () => {});
    const [first] = await once(response, 'data');
    expect(String(first)).toBe('data: first\n\n');
    asked.destroy();
  });

  test('Plain HTTP redirects to HTTPS or gets no response', async () => {
    const { port } = new URL(proxy.plainUrl);
    const socket = connect(Number(port), '127.0.0.1');
    const open = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).then(
      () => socket.readyState === 'open',
      () => false,
    );
    socket.destroy();
    if (!open) return;
    const { status, headers } = await request(`${proxy.plainUrl}/faq`, { headers: { Host: siteDomain } });
    expect({ status, location: headers.location }).toEqual({ status: 301, location: `${siteUrl}/faq` });
  });
});
