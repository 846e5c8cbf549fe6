// Protects: /readyz refuses before the process ends, while requests are still served.
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createReadiness } from './monitoring-endpoints.ts';

function open() {
  const clock = { now: 0 };
  const readiness = createReadiness({ whyStoreIsAway: async () => null, now: () => clock.now });
  const app = new Hono().get('/readyz', readiness.endpoint);
  return { clock, readiness, ask: async () => (await app.request('/readyz')).status };
}

test('/readyz answers 503 once the end has begun', async () => {
  const { readiness, ask } = open();
  expect(await ask()).toBe(200);
  readiness.end();
  expect(await ask()).toBe(503);
});

test('a store that hangs keeps no balancer waiting: it is told what was found last', async () => {
  let find = (): Promise<string | null> => Promise.resolve(null);
  const readiness = createReadiness({ whyStoreIsAway: () => find(), now: () => 0 });
  const app = new Hono().get('/readyz', readiness.endpoint);
  const ask = async () => (await app.request('/readyz')).json();
  expect(await ask()).toEqual({ ready: true, store: 'up' });
  const hangs = Promise.withResolvers<string | null>();
  find = () => hangs.promise;
  expect(await Promise.race([ask(), pause(4_000, 'no answer')])).toEqual({ ready: true, store: 'up' });
  hangs.resolve('it does not answer in time');
  await hangs.promise;
  find = () => new Promise(() => {});
  expect(await ask()).toEqual({ ready: true, store: 'away', why: 'it does not answer in time' });
});

test('requests are served for five more seconds where a balancer asks, and not where nobody does or somebody asked once', async () => {
  expect(open().readiness.end()).toBe(0);
  const once = open();
  await once.ask();
  expect(once.readiness.end()).toBe(0);
  const regularly = open();
  await regularly.ask();
  regularly.clock.now = 30_000;
  await regularly.ask();
  expect(regularly.readiness.end()).toBe(5_000);
  regularly.clock.now = 60_001;
  expect(regularly.readiness.end()).toBe(0);
});
