// Protects: nginx and HAProxy refuse a flood from one address and hinder nobody else.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { request as openSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { request } from '#testing/http.ts';
import { until } from '#testing/until.ts';
import { installedProxies, type RunningProxy, siteDomain, startProxy } from './harness/proxy.ts';

/** Caddy as distributed cannot limit what one address sends. */
const limiting = installedProxies.filter((name) => name !== 'caddy');

/** Counts what a proxy passes on, by the address that it says the request is from, and takes each body to its end. */
const passedOn = new Map<string, number>();
const upstream = createServer((asked, response) => {
  const from = String(asked.headers['x-forwarded-for']);
  if (asked.method !== 'GET') passedOn.set(from, (passedOn.get(from) ?? 0) + 1);
  asked.resume().once('end', () => response.end('taken'));
  // The test ends uploads in the middle.
  asked.on('error', () => {});
});
// Longer than a proxy keeps its connections to it.
upstream.keepAliveTimeout = 75_000;
let proxy: RunningProxy;

beforeAll(async () => {
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

const from = (address: string) => ({ Host: siteDomain, 'X-Test-Address': address });

const send = async (address: string, path = '/functions/v1/send-form-email') =>
  (await request(proxy.url + path, { method: 'POST', headers: from(address), body: 'a' })).status;

/** Sends from eight connections until one is refused, or so many were sent. Returns how many of them were passed on. */
async function sendUntilRefused(most: number, addressOf: (index: number) => string, path?: string) {
  const statuses: number[] = [];
  let next = 0;
  const sender = async () => {
    while (next < most && !statuses.includes(429)) {
      next += 1;
      statuses.push(await send(addressOf(next), path));
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  expect(new Set(statuses)).toEqual(new Set(next < most ? [200, 429] : [200]));
  return statuses.filter((status) => status === 200).length;
}

/** Begins uploads and sends only their first byte. */
function holdUploads(count: number, address: string) {
  const statuses: (number | undefined)[] = [];
  const held = Array.from({ length: count }, () => {
    const options = { method: 'PATCH', agent: false, rejectUnauthorized: false, servername: siteDomain, headers: from(address) };
    const upload = openSecure(`${proxy.url}/your-claim/files/one`, options, (response) => {
      statuses.push(response.resume().statusCode);
    });
    upload.on('error', () => {});
    upload.write('a');
    return upload;
  });
  return { statuses, end: () => held.map((upload) => upload.destroy()) };
}

test.runIf(limiting.length === 0)('neither nginx nor HAProxy is installed', () => {});

describe.each(limiting)('%s', (name) => {
  beforeAll(async () => {
    passedOn.clear();
    proxy = await startProxy(name, (upstream.address() as AddressInfo).port, { addressHeader: 'X-Test-Address' });
  });

  afterAll(() => proxy.stop());

  test('a flood from one address is refused, and neither its pages nor other people are', async () => {
    const passed = await sendUntilRefused(10_000, () => '203.0.113.7');
    expect(passed).toBeGreaterThanOrEqual(300);
    expect(passed).toBeLessThan(9_000);
    expect(passedOn.get('203.0.113.7')).toBe(passed);
    expect(await send('203.0.113.8')).toBe(200);
    expect((await request(`${proxy.url}/make-a-claim`, { headers: from('203.0.113.7') })).status).toBe(200);
  });

  test('the addresses of one household with IPv6 count together, and those of another apart', async () => {
    expect(await sendUntilRefused(10_000, (index) => `2001:db8:0:1::${index.toString(16)}`)).toBeLessThan(9_000);
    expect(await send('2001:db8:0:2::1')).toBe(200);
  });

  test('a person with sixty photographs and an office of sixty people are not hindered', async () => {
    expect(await sendUntilRefused(130, () => '198.51.100.1', '/your-claim/files')).toBe(130);
    const office = holdUploads(60, '198.51.100.2');
    await until('all to be passed on', () => passedOn.get('198.51.100.2') === 60);
    expect(await send('198.51.100.2')).toBe(200);
    office.end();
  });

  test('of uploads that one address holds open no more than sixty-four are passed on', async () => {
    const { statuses, end } = holdUploads(100, '192.0.2.1');
    await until('the others to be refused', () => statuses.filter((status) => status === 429).length === 36);
    await until('the rest to be passed on', () => passedOn.get('192.0.2.1') === 64);
    expect(await send('192.0.2.2')).toBe(200);
    end();
  });
});
