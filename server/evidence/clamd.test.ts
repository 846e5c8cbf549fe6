// Protects: the virus scanner finds a virus, and what it cannot scan is an error.
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clamdMaxBytes, eicar, findClamd, startClamd } from '#testing/clamd-server.ts';
import { freePort } from '#testing/free-port.ts';
import { scanWithClamd } from './clamd.ts';

const program = findClamd();

describe.runIf(program)('clamd', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>;

  beforeAll(async () => {
    clamd = await startClamd(program as string);
  });

  afterAll(() => clamd?.stop());

  test.each(['tcp', 'unix'] as const)('It finds a virus and passes what has none, by %s', async (way) => {
    expect(await scan(clamd[way], [eicar])).toEqual({ kind: 'infected', virus: 'Eicar.UNOFFICIAL' });
    expect(await scan(clamd[way], ['harmless'])).toEqual({ kind: 'clean' });
    expect(await scan(clamd[way], [])).toEqual({ kind: 'clean' });
  });

  test('A virus in the middle of many pieces is found', async () => {
    const half = Buffer.alloc(clamdMaxBytes / 4, 'x');
    expect(await scan(clamd.tcp, [half, '', eicar.slice(0, 20), eicar.slice(20), half])).toMatchObject({ kind: 'infected' });
  });

  test('A file that is larger than clamd takes is an error that says so', async () => {
    for (let round = 0; round < 20; round += 1)
      await expect(scan(clamd.tcp, Array(30).fill(Buffer.alloc(256 * 1024)))).rejects.toThrow('larger than its StreamMaxLength');
  });
});

test('A scanner that is not there, that hangs up or that answers something else is an error', async () => {
  await expect(scan(`tcp://127.0.0.1:${await freePort()}`, [eicar])).rejects.toThrow('ECONNREFUSED');
  await expect(scan('unix:/nowhere/clamd.ctl', [eicar])).rejects.toThrow('ENOENT');
  for (const [answer, message] of [
    ['', 'without an answer'],
    ['stream: OK, more or less', 'more or less'],
  ] as const) {
    const port = await freePort();
    const server = createServer((socket) => socket.on('error', () => {}).end(answer)).listen(port, '127.0.0.1');
    await expect(scan(`tcp://127.0.0.1:${port}`, [eicar])).rejects.toThrow(message);
    server.close();
  }
});

test('Stopping the process ends a scan', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  const ending = new AbortController();
  const scanning = scanWithClamd(`tcp://127.0.0.1:${port}`, pieces([eicar]), ending.signal);
  ending.abort();
  await expect(scanning).rejects.toThrow('stopping');
  server.close();
});

function scan(url: string, parts: (string | Buffer)[]) {
  return scanWithClamd(url, pieces(parts), new AbortController().signal);
}

async function* pieces(parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part);
}
