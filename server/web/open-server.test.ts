// Protects: malformed, smuggled and slow requests are refused at the connection.
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { headersOf, sendRaw, sendSlowly, statuses } from '#testing/http.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import { until } from '#testing/until.ts';
import { securityHeaders } from './headers.ts';
import { openServer } from './open-server.ts';

const siteUrl = 'https://kerbside.example';
const headers = securityHeaders({ siteUrl, hstsPreload: false });

/** The real front door on a port, with short limits. */
async function open(limits: Parameters<typeof openServer>[0]['limits'] = {}) {
  const { app, logged } = await createTestApp({}, { paths: ['/', '/about'] });
  const server = openServer({ fetch: app.fetch, headers, uploadPaths: ['/uploads/'], limits });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, logged, port: (server.address() as AddressInfo).port };
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: kerbside.example\r\nConnection: close\r\n${more}\r\n`;
const post = '/functions/v1/send-form-email';

describe('what is no proper request', () => {
  const improper: [string, string, number][] = [
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: kerbside.example\r\nHost: evil.example\r\n\r\n', 400],
    ['a host with a path', 'GET / HTTP/1.1\r\nHost: kerbside.example/about?\r\n\r\n', 400],
    ['a host with a user', 'GET / HTTP/1.1\r\nHost: kerbside.example@evil.example\r\n\r\n', 400],
    ['a host with a space', 'GET / HTTP/1.1\r\nHost: kerbside.example evil.example\r\n\r\n', 400],
    ['headers of 17 KB', get('/', `X-Long: ${'x'.repeat(17 * 1024)}\r\n`), 431],
    ['an address of 17 KB', get(`/${'x'.repeat(17 * 1024)}`), 431],
    ['an expectation that nobody has', get('/', 'Expect: a-miracle\r\n'), 417],
    ['a backslash', get('/\\evil.example/about'), 400],
    ['a method that does not exist', 'BREW / HTTP/1.1\r\nHost: kerbside.example\r\n\r\n', 400],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 400],
  ];

  test.each(improper)('%s is turned away, with the headers of every response', async (_, bytes, status) => {
    const { port } = await open();
    const heard = await sendRaw(port, bytes);
    expect([statuses(heard), heard.closed]).toEqual([[status], true]);
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    expect(headersOf(heard)).toMatchObject(Object.fromEntries(lower));
  });

  test('a tunnel is not opened', async () => {
    const { port } = await open();
    const heard = await sendRaw(port, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n');
    expect([heard.text, heard.closed]).toEqual(['', true]);
  });

  test('another protocol on the same connection is not spoken', async () => {
    const { port } = await open();
    for (const protocol of ['websocket', 'h2c']) {
      const heard = await sendRaw(port, get('/', `Upgrade: ${protocol}\r\n`).replace('close', 'Upgrade'), 200);
      expect(statuses(heard)).toEqual([200]);
    }
  });

  test('a program of HTTP/1.0, which names no host, is answered', async () => {
    const { port } = await open();
    expect(statuses(await sendRaw(port, 'GET /healthz HTTP/1.0\r\n\r\n'))).toEqual([200]);
  });
});

describe('where one request ends and the next begins', () => {
  const smuggled = 'GET /metrics HTTP/1.1\r\nHost: kerbside.example\r\n\r\n';
  const start = `POST ${post} HTTP/1.1\r\nHost: kerbside.example\r\nContent-Type: application/json\r\n`;

  const ambiguous: [string, string][] = [
    ['a length and chunks', `${start}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['chunks and a length', `${start}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${smuggled}`],
    ['two lengths', `${start}Content-Length: 2\r\nContent-Length: ${smuggled.length}\r\n\r\n{}${smuggled}`],
    ['two lengths in a line', `${start}Content-Length: 2, 2\r\n\r\n{}${smuggled}`],
    ['a length that is none', `${start}Content-Length: +2\r\n\r\n{}${smuggled}`],
    ['a length in hex', `${start}Content-Length: 0x2\r\n\r\n{}${smuggled}`],
    ['a length below nothing', `${start}Content-Length: -1\r\n\r\n${smuggled}`],
    ['chunks that are not last', `${start}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    ['chunks under another name', `${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['chunks after a space', `${start}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a chunk of no size', `${start}Transfer-Encoding: chunked\r\n\r\n\r\n${smuggled}`],
    ['a chunk longer than it says', `${start}Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx\r\n0\r\n\r\n${smuggled}`],
    ['a chunk with a bare line end', `${start}Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n${smuggled}`],
    ['a folded header', `${start}X-Folded: a\r\n b\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n${smuggled}`],
    ['bare line ends', `${start.replaceAll('\r\n', '\n')}Content-Length: 0\n\n${smuggled}`],
    ['a bare carriage return', `${start}X-Bare: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a header without a name', `${start}: chunked\r\nContent-Length: 0\r\n\r\n${smuggled}`],
    ['a zero byte in a header', `${start}X-Zero: a\0b\r\nContent-Length: 0\r\n\r\n${smuggled}`],
  ];

  test.each(ambiguous)('%s: nothing behind it is taken for a request', async (_, bytes) => {
    const { port } = await open();
    const heard = await sendRaw(port, bytes);
    expect(heard.closed).toBe(true);
    expect(statuses(heard).length).toBeLessThanOrEqual(1);
    expect(statuses(heard)[0] ?? 400).toBeGreaterThanOrEqual(400);
    expect(heard.text).not.toContain('kerbside_');
  });

  test('the body of a refused request is not read as the next one', async () => {
    const { port } = await open();
    const heard = await sendRaw(
      port,
      `POST /about HTTP/1.1\r\nHost: kerbside.example\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
      300,
    );
    expect(statuses(heard)).toEqual([405]);
  });

  test('two proper requests in a row have two answers', async () => {
    const { port } = await open();
    const first = 'GET /about HTTP/1.1\r\nHost: kerbside.example\r\n\r\n';
    expect(statuses(await sendRaw(port, first + get('/')))).toEqual([200, 200]);
  });
});

describe('who takes too long', () => {
  const shortLimits = { headersTimeout: 100, requestTimeout: 250, connectionsCheckingInterval: 20 };

  test('with headers is cut off', async () => {
    const { port } = await open(shortLimits);
    const heard = await sendSlowly(port, get('/', 'X-Slow: slow\r\n'.repeat(500)), 20);
    expect([statuses(heard), heard.closed]).toEqual([[408], true]);
    expect(heard.sent).toBeLessThan(150);
    expect(headersOf(heard)).toHaveProperty('content-security-policy');
  });

  test('with no byte at all is cut off', async () => {
    const { port } = await open(shortLimits);
    const heard = await undisturbed(
      () => sendRaw(port, ''),
      ({ tookMs }) => tookMs < 3_000,
    );
    expect([heard.closed, heard.tookMs < 3_000]).toEqual([true, true]);
  });

  const chunk = '1\r\nx\r\n';
  test.each([
    [post, 'application/json', 'Content-Length: 9999', 'x'],
    ['/contact', 'application/x-www-form-urlencoded', 'Content-Length: 9999', 'x'],
    [post, 'application/json', 'Transfer-Encoding: chunked', chunk],
    ['/contact', 'application/x-www-form-urlencoded', 'Transfer-Encoding: chunked', chunk],
  ])('with the body of %s (%s, %s) is cut off, and nobody on our side is blamed', async (path, type, length, part) => {
    const { port, logged } = await open(shortLimits);
    const start = `POST ${path} HTTP/1.1\r\nHost: kerbside.example\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
    const heard = await sendSlowly(port, start + part.repeat(2_000), 1);
    expect([heard.closed, heard.sent < 4_000]).toEqual([true, true]);
    expect(statuses(heard)).toEqual([408]);
    expect(logged.join('')).not.toContain('request failed');
  });

  test('with an upload goes on for as long as something comes, and no longer', async () => {
    const bodies: string[] = [];
    const fetch = async (request: Request) => {
      bodies.push(await request.text().catch((error) => `broken: ${error.message}`));
      return new Response('kept');
    };
    const server = openServer({ fetch, headers, uploadPaths: ['/uploads/'], limits: shortLimits });
    server.timeout = 300;
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const start = (path: string) =>
      `PATCH ${path} HTTP/1.1\r\nHost: kerbside.example\r\nConnection: close\r\nContent-Length: 600\r\n\r\n`;
    // The upload takes twice as long as another request may.
    const slow = await undisturbed(
      () => sendSlowly(port, 'x'.repeat(600), 1, { head: start('/uploads/1') }),
      (response) => statuses(response)[0] === 200,
    );
    expect(statuses(slow).slice(0, 1)).toEqual([200]);
    expect(slow.tookMs).toBeGreaterThan(2 * shortLimits.requestTimeout);
    expect(bodies.at(-1)).toHaveLength(600);
    const before = bodies.length;
    const silent = await undisturbed(
      () => sendRaw(port, `${start('/uploads/2')}xxx`),
      ({ tookMs }) => tookMs < 8_000,
    );
    expect([silent.closed, silent.tookMs < 8_000]).toEqual([true, true]);
    expect(await until('the silent upload to end', () => bodies[before])).toContain('broken');
  });

  test('does not delay others: they are answered before the slow ones are cut off', async () => {
    const { port, server } = await open();
    const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    const answerBesides = async () => {
      let cutOff = 0;
      const slow = Array.from({ length: 300 }, async () => {
        const response = await sendSlowly(port, get('/', 'X-Slow: slow\r\n'.repeat(500)), 250);
        cutOff += 1;
        return response;
      });
      await until('the slow ones to be connected', async () => cutOff > 0 || (await connections()) >= slow.length);
      for (let index = 0; index < 20; index += 1) expect(statuses(await sendRaw(port, get('/about')))).toEqual([200]);
      const meanwhile = cutOff;
      server.closeAllConnections();
      await Promise.all(slow);
      return meanwhile;
    };
    expect(await undisturbed(answerBesides, (meanwhile) => meanwhile === 0)).toBe(0);
  });
});

test('the limits of the product are seconds, not minutes', async () => {
  const { server } = await open();
  expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([10_000, 60_000, 60_000]);
});

test('thousands of headers do not hide what a proxy adds behind them', async () => {
  const { port } = await open();
  const many = 'a:\r\n'.repeat(3_000);
  const heard = await sendRaw(port, get('/metrics', `${many}X-Forwarded-For: 203.0.113.7\r\n`));
  expect(statuses(heard)).toEqual([403]);
});

test('while the port closes, a connection in use is told to close with its next response', async () => {
  const { server, port } = await open();
  let heard = '';
  const socket = connect(port, '127.0.0.1').on('data', (bytes) => {
    heard += bytes;
  });
  const request = 'GET /about HTTP/1.1\r\nHost: kerbside.example\r\n\r\n';
  // Of the second request a part has arrived, so that the connection is not idle.
  socket.write(`${request}${request.slice(0, 20)}`);
  await until('the first response', () => heard.includes('HTTP/1.1 200'));
  expect(heard).not.toMatch(/connection: close/i);
  server.close();
  socket.write(request.slice(20));
  await until('the end', () => socket.closed);
  expect(heard).toMatch(/connection: close/i);
});
