// Protects: the product ends in order under load, and with one sentence where it cannot start.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { storeReader } from '#testing/read-store.ts';
import { sendForm } from '#testing/send-claims.ts';
import { startSocketServer } from '#testing/socket-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import { until } from '#testing/until.ts';

test('A setting that prevents the start is reported in one sentence, and no process is left', async () => {
  const damaged = temporaryFolder();
  writeFileSync(join(damaged, 'kerbside.sqlite'), 'no database at all, only words '.repeat(500));
  const takenPort = String(await startSocketServer());
  const cases: [Record<string, string>, RegExp][] = [
    [{ DATA_DIR: damaged }, /^Kerbside could not start: The database file \S+ cannot be used: it is damaged .*\n$/],
    [
      { DATA_DIR: '/proc/kerbside' },
      /^Kerbside could not start: The data folder \/proc\/kerbside cannot be used: .* DATA_DIR .*\n$/,
    ],
    [
      { DATA_DIR: join(damaged, 'kerbside.sqlite') },
      /^Kerbside could not start: The data folder \S+ .* is no folder: set DATA_DIR .*\n$/,
    ],
    [{ HOST: '192.0.2.1' }, /^HOST is 192\.0\.2\.1, which is no address of this machine: set it to 127\.0\.0\.1 .*\n$/],
    [{ SMTP_URL: 'smtp://user:secret#1@mail.example' }, /^SMTP_URL has a # that is not written as %23.*\n$/],
    [
      { DATABASE_URL: `postgres://k:secret@127.0.0.1:${await freePort()}/leads` },
      /^Kerbside could not start: The PostgreSQL of .*\n$/,
    ],
    [{ SMTP_URL: 'smtp://user:secret%@mail.example' }, /^SMTP_URL has a % in its user or password .*\n$/],
    [{ SMTP_URL: 'smtp://mail.example?tls=maybe' }, /^SMTP_URL may end in .*\n$/],
    [{ SMTP_URL: 'mail.example:25' }, /^SMTP_URL must be a URL that starts with .*\n$/],
    [{ PORT: takenPort }, /^Port \d+ is taken: .*\n$/],
  ];
  await Promise.all(
    cases.map(async ([env, sentence]) => {
      const product = await spawnProduct({ DATA_DIR: temporaryFolder(), ...env });
      expect((await product.exited).code).toBe(1);
      expect(product.output()).toMatch(sentence);
      expect(product.output()).not.toContain('secret');
    }),
  );
});

/** Ends the product while ten people send claims; returns what it left. */
async function endUnderLoad() {
  const dataDir = temporaryFolder();
  const smtp = `smtp://127.0.0.1:${await startSocketServer()}`;
  const product = await spawnProduct({ DATA_DIR: dataDir, SMTP_URL: smtp });
  await product.ready;
  let acknowledged = 0;
  let over = false;
  const senders = Array.from({ length: 10 }, async (_, number) => {
    for (let count = 0; !over; count += 1) {
      const { status } = await sendForm(product.url, { ...aoife, additionalInfo: `${number}-${count}` });
      if (status === 200) acknowledged += 1;
      else if (status === 0) return;
    }
  });
  await until('some claims', () => acknowledged > 10);
  const exit = await product.end('SIGTERM');
  over = true;
  await Promise.all(senders);
  const { readStore, all } = storeReader({ dataDir, databaseUrl: null });
  const unanswered = (await readStore()).length - acknowledged;
  const held = await all('select 1 from jobs where lease_until is not null or finished_at is not null');
  return { exit, unanswered, held };
}

test('SIGTERM under load: accepted requests are answered, and the process ends although an email hangs', async () => {
  const asItShould = { exit: { code: 0, signal: null }, unanswered: 0, held: [] };
  // Who stands still for longer than the process has to end is cut off.
  const left = await undisturbed(endUnderLoad, (one) => isDeepStrictEqual(one, asItShould));
  expect(left).toEqual(asItShould);
});

test('connections that the kernel has opened before the port closes are answered, not reset', async () => {
  const product = await spawnProduct({ DATA_DIR: temporaryFolder() });
  await product.ready;
  product.process.kill('SIGSTOP');
  const asked = Array.from({ length: 20 }, () => request(`${product.url}/about`).then(({ status }) => status));
  const answers = Promise.allSettled(asked);
  await pause(200);
  product.process.kill('SIGTERM');
  expect(await product.end('SIGCONT')).toEqual({ code: 0, signal: null });
  expect(await answers).toEqual(Array(20).fill({ status: 'fulfilled', value: 200 }));
});

const isReady = (url: string) => request(`${url}/readyz`).then(({ status }) => status);

/** A product that was told to stop while a balancer asks. Its clock stands still. */
async function startStopping() {
  const product = await spawnProduct({ DATA_DIR: temporaryFolder() }, undefined, ['--import', './testing/controlled-clock.mjs']);
  onTestFinished(async () => void (await product.end('SIGKILL')));
  await product.ready;
  expect([await isReady(product.url), await isReady(product.url)]).toEqual([200, 200]);
  product.process.kill('SIGTERM');
  await until('the 503', async () => (await isReady(product.url)) === 503);
  const pass = async (ms: number) => {
    product.process.send(ms);
    await until('the clock to go on', () => product.output().includes(`The clock went on by ${ms} ms.`));
  };
  return { ...product, pass };
}

test('told to stop while a balancer asks, /readyz says 503 and requests are still answered for some seconds; then it ends with 0', async () => {
  const { url, pass, exited } = await startStopping();
  await pass(4_900);
  expect(await sendForm(url, aoife)).toMatchObject({ status: 200 });
  expect((await request(`${url}/about`)).status).toBe(200);
  await pass(100);
  expect(await exited).toEqual({ code: 0, signal: null });
  await expect(request(`${url}/healthz`)).rejects.toThrow();
});

test('a second SIGTERM ends it at once', async () => {
  const { url, pass, process, end } = await startStopping();
  // A signal that comes with the first, as from a terminal to a whole group, does not count as a second one.
  process.kill('SIGTERM');
  expect(await isReady(url)).toBe(503);
  await pass(1_500);
  expect(await isReady(url)).toBe(503);
  expect(await end('SIGTERM')).toEqual({ code: 1, signal: null });
});

test.each([
  ['an exception that nobody catches', 'throw new Error("the roof fell in")', 'uncaught exception'],
  ['a rejection that nobody handles', 'Promise.reject(new Error("the roof fell in"))', 'unhandled rejection'],
])('%s ends the process with code 1 and one line in the log', async (_, fault, event) => {
  const script = join(temporaryFolder(), 'fault.mjs');
  writeFileSync(script, `process.on('SIGUSR2', () => { ${fault}; });`);
  const product = await spawnProduct({ DATA_DIR: temporaryFolder(), NODE_OPTIONS: `--import=${script}` });
  await product.ready;
  const before = product.output();
  expect(await product.end('SIGUSR2')).toEqual({ code: 1, signal: null });
  const lines = product.output().slice(before.length).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', event, error: 'the roof fell in', stack: expect.stringContaining('fault.mjs') },
  ]);
});
