// Protects: the virus scanner finds a virus, and what it cannot scan is an error.
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { clamdMaxBytes, eicar, findClamd, startClamd } from '#testing/clamd-server.ts';
import { freePort } from '#testing/free-port.ts';
import { scanWithClamd } from './clamd.ts';

const program = findClamd();

/** As much of a PDF with a password as clamd looks at. */
const encryptedPdf = [
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj',
  `2 0 obj\n<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -60 >>\nendobj`,
  'trailer\n<< /Size 3 /Root 1 0 R /Encrypt 2 0 R /ID [<4141><4141>] >>\nstartxref\n0\n%%EOF\n',
].join('\n');

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

  test('A file that is longer than clamd takes is neither clean nor infected', async () => {
    for (let round = 0; round < 20; round += 1)
      expect(await scan(clamd.tcp, Array(30).fill(Buffer.alloc(256 * 1024)))).toEqual({ kind: 'too-long' });
  });
});

test.runIf(program)('What clamd does not look into is told as that, and a long file leaks no listeners', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const settings = { StreamMaxLength: '100M', MaxFileSize: '40M', AlertExceedsMax: 'yes', AlertEncrypted: 'yes' };
  const clamd = await startClamd(program as string, settings);
  onTestFinished(() => clamd.stop());
  expect(await scan(clamd.tcp, Array(60).fill(Buffer.alloc(2 ** 20)))).toEqual({ kind: 'too-long' });
  expect(await scan(clamd.tcp, [encryptedPdf])).toEqual({ kind: 'encrypted' });
  expect(await scan(clamd.tcp, Array(35).fill(Buffer.alloc(2 ** 20)))).toEqual({ kind: 'clean' });
  expect(warned).not.toHaveBeenCalled();
});

test('A scanner that cuts off a file twice, and otherwise answers, has no room for it; one that does so once is asked again', async () => {
  for (const cuts of [1, 2]) {
    let left = cuts;
    const server = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', (bytes) => {
          if (bytes.includes('PING')) socket.end('PONG\0');
          else if (left > 0) socket.resetAndDestroy();
          else socket.on('data', () => {}).end('stream: OK\0');
          if (!bytes.includes('PING')) left -= 1;
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const result = await scan(`tcp://127.0.0.1:${port}`, Array(50).fill(Buffer.alloc(2 ** 20)));
    expect(result.kind).toBe(cuts === 1 ? 'clean' : 'too-long');
    server.close();
  }
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
  const scanning = scanWithClamd(`tcp://127.0.0.1:${port}`, async () => pieces([eicar]), ending.signal);
  ending.abort();
  await expect(scanning).rejects.toThrow('stopping');
  server.close();
});

function scan(url: string, parts: (string | Buffer)[]) {
  return scanWithClamd(url, async () => pieces(parts), new AbortController().signal);
}

async function* pieces(parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part);
}
