// Protects: a benchmark fails where a response is missing or wrong, instead of counting it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#testing/test-run.ts';
import { loadPages } from '../bench/load-pages.ts';
import { nginx, startNginxWithExport } from '../bench/nginx.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

const load = { paths: ['/', '/faq'], connections: 3, forMs: 300, waitLimitMs: 500 };

test('the modules of the benchmarks load in Node, which reads no JSX', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bench/run.ts', 'no-such-measurement'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('no-such-measurement');
});

test('responses are counted whose heads differ in length', async () => {
  let served = 0;
  const port = await serve(({ url }, response) => {
    served += 1;
    response.setHeader('X-Request-Id', 'a'.repeat(served % 20)).end(url);
  });
  const counted = await loadPages({ ...load, port, waitLimitMs: 60_000 });
  expect(counted).toBe(served - load.paths.length);
});

test('a load fails where a response has another length', async () => {
  let served = '';
  const port = await serve((_, response) => {
    served += 'a';
    response.end(served);
  });
  await expect(loadPages({ ...load, port, forMs: 60_000 })).rejects.toThrow('another length');
});

test('a load fails where the server does not respond', async () => {
  const port = await serve(() => {});
  await expect(loadPages({ ...load, port })).rejects.toThrow('did not arrive within 0.8 seconds');
});

test('a load fails where the server stops responding', async () => {
  let served = 0;
  const port = await serve((_, response) => {
    served += 1;
    if (served < 10) response.end('a');
  });
  await expect(loadPages({ ...load, port, forMs: 4_000, waitLimitMs: 1_000 })).rejects.toThrow('did not arrive');
});

test('a load fails where the server closes connections', async () => {
  const port = await serve((_, response) => void response.setHeader('Connection', 'close').end('a'));
  await expect(loadPages({ ...load, port, forMs: 60_000 })).rejects.toThrow('closed a connection');
});

test.runIf(nginx)('nginx that does not start is reported with what it wrote', async () => {
  const folder = await makeFolder();
  mkdirSync(join(folder, 'site/current'), { recursive: true });
  writeFileSync(join(folder, 'site/current/nginx-http.conf'), 'no_such_directive;');
  await expect(startNginxWithExport(join(folder, 'nginx'), join(folder, 'site'))).rejects.toThrow(
    /nginx did not start: .*no_such_directive/,
  );
});
