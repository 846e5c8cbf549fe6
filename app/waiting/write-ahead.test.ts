// Protects: a form is on the device before it is sent, so that a tab killed at any step loses nothing and sends once.
import { expect, test, vi } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { createTestDevice, deviceOrigin, type Network } from '#testing/device.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { until } from '#testing/until.ts';
import { addPhotograph, draftKeyOf, readPhotographs } from './photograph-store.ts';
import { formEndpoint } from './post-submission.ts';
import { sendWaiting } from './send-waiting.ts';
import { readWaiting, remove } from './waiting-store.ts';
import { adoptLeft, sendAhead, whileSending } from './write-ahead.ts';

/** A form that is written to the device before it is sent, and a tab that is killed at any step of that. */

const isLost = new TypeError('Failed to fetch');
const disconnected: Network = () => Promise.reject(isLost);
const portal: Network = async () => new Response('<h1>Sign in</h1>', { status: 403 });

/** What may happen to the first request, while every later one arrives. */
const troubles: Record<string, (server: Network) => Network> = {
  none: (server) => server,
  'no signal': () => disconnected,
  'a portal': () => portal,
  'an answer that is lost': (server) => (request) => server(request).then(() => Promise.reject(isLost)),
};

test('Wherever a tab is killed, and whatever the network does, its claim is stored once, by the tab after it', async () => {
  const { device, server, claimOf, stored } = await createPhone();
  const seen: Record<string, number> = {};
  for (const [trouble, during] of Object.entries(troubles))
    for (const isEarly of [false, true]) {
      let steps = Number.POSITIVE_INFINITY;
      for (let diesAt = 1; diesAt <= steps + 1; diesAt += 1) {
        const key = `${trouble} ${isEarly} ${diesAt}`.padEnd(32, '.');
        device.network = during(server);
        await addPhotograph(draftOf(key), photograph());
        const first = device.tab(() => send(claimOf(key)), diesAt);
        // Another tab is opened while the first one sends, or after that.
        const next = isEarly ? device.tab(() => adoptLeft('wait')) : null;
        const tab = await first;
        await next;
        if (!tab.isDead) steps = tab.steps;
        device.network = server;
        await device.tab(async () => {
          await adoptLeft('leave');
          await sendWaiting('leave');
        });
        const isWritten = diesAt > 1;
        expect(
          stored(key),
          `${trouble}, another tab ${isEarly ? 'meanwhile' : 'later'}, killed at step ${diesAt} of ${steps}`,
        ).toBe(isWritten ? 1 : 0);
        // The photograph that was chosen for it goes with it.
        expect(await readPhotographs(isWritten ? key : draftOf(key))).toHaveLength(1);
        expect((await readWaiting()).filter(({ state }) => ['kept', 'waiting', 'refused'].includes(state.kind))).toEqual([]);
      }
      seen[trouble] = steps;
    }
  // Before the claim is written, before the request, and before what is stored is changed.
  expect(Math.min(...Object.values(seen))).toBeGreaterThanOrEqual(3);
});

test('What a page sends is left to it as long as it lives', async () => {
  const { device, server, claimOf, stored } = await createPhone();
  const key = 'a'.repeat(32);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const posts: string[] = [];
  device.network = async (request) => {
    posts.push(request.url);
    await answered;
    return server(request);
  };
  const sending = device.tab(() => send(claimOf(key)));
  await until('the request', () => posts.length > 0);
  await device.tab(() => sendWaiting('leave'));
  expect(posts).toHaveLength(1);
  expect((await readWaiting()).map(({ state }) => state.kind)).toEqual(['kept']);
  answer();
  await sending;
  expect([stored(key), await readWaiting()]).toEqual([1, []]);
});

test('A page that the phone lets sleep while it sends holds up no other for longer than an attempt takes', async () => {
  const { device, claimOf, stored } = await createPhone();
  vi.stubGlobal('timeLimits', { turn: 1 });
  const { promise: asleep, resolve: sleep } = Promise.withResolvers<void>();
  void device.tab(() => whileSending('roadside', () => new Promise(() => sleep())));
  await asleep;
  const key = 'z'.repeat(32);
  expect([(await run(device, claimOf(key))).attempt.kind, stored(key)]).toEqual(['accepted', 1]);
});

test('In a browser without locks what a killed tab left is sent once no attempt takes as long, even by a clock that was put back', async () => {
  const { device, claimOf, stored } = await createPhone();
  vi.stubGlobal('navigator', {});
  const adoptAfter = async (key: string, ms: number) => {
    await device.tab(() => sendAhead(claimOf(key)), 2);
    vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] });
    await device.tab(() => sendWaiting('leave'));
    vi.useRealTimers();
    return stored(key);
  };
  expect(await adoptAfter('1'.repeat(32), 1_000)).toBe(0);
  expect(await adoptAfter('2'.repeat(32), 120_000)).toBe(1);
  expect(await adoptAfter('3'.repeat(32), -86_400_000)).toBe(1);
});

test('A form that is refused is left on the device in no tab', async () => {
  const { device, claimOf } = await createPhone();
  const { attempt, kept } = await run(device, claimOf('r'.repeat(32), { phone: '' }));
  expect([attempt.kind, kept]).toEqual(['invalid', 'not kept']);
  expect(await readWaiting()).toEqual([]);
});

test('A device that stores slowly, or nothing, delays the request by its limit only, and says whether the form is kept', async () => {
  const { device, claimOf, stored } = await createPhone();
  const limits = { ahead: 1, noted: 1, kept: 1, photographs: 1 };
  const never = new Promise<void>(() => {});
  const slowly = { limits, photographsStored: () => never };
  void navigator.locks.request('kerbside-waiting-adding', () => never);
  const accepted = await run(device, { ...claimOf('s'.repeat(32)), ...slowly });
  expect([accepted.attempt.kind, stored('s'.repeat(32))]).toEqual(['accepted', 1]);
  device.network = disconnected;
  const unsent = await run(device, { ...claimOf('u'.repeat(32)), ...slowly });
  expect([unsent.attempt.kind, unsent.kept]).toEqual(['unreachable', 'not kept']);
});

test('A claim that waits, and is deleted while its form sends it again, is not stored again', async () => {
  const { device, claimOf } = await createPhone();
  const claim = claimOf('d'.repeat(32));
  device.network = disconnected;
  expect((await run(device, claim)).kept).toBe('kept');
  device.network = async () => {
    await device.tab(() => remove(claim.outgoing.key));
    return disconnected(new Request(deviceOrigin));
  };
  expect((await run(device, claim)).kept).toBe('deleted');
  expect(await readWaiting()).toEqual([]);
  // Sent once more after that, it is kept again.
  device.network = disconnected;
  expect((await run(device, claim)).kept).toBe('kept');
  expect(await readWaiting()).toHaveLength(1);
});

test('A browser that blocks cookies, and so refuses locks with all storage, sends a form all the same', async () => {
  const { device, claimOf, stored } = await createPhone();
  const refusal = new DOMException('The request was denied.', 'SecurityError');
  const refuse = () => Promise.reject(refusal);
  vi.stubGlobal('navigator', { locks: { request: refuse } });
  vi.stubGlobal('indexedDB', {
    databases: refuse,
    open: () => {
      throw refusal;
    },
  });
  const key = 'b'.repeat(32);
  expect([(await run(device, claimOf(key))).attempt.kind, stored(key)]).toEqual(['accepted', 1]);
});

const draftOf = (key: string) => draftKeyOf(`roadside:${key}`);
const photograph = () => new File(['a photograph'], 'one.jpg', { type: 'image/jpeg' });

type Claim = Parameters<typeof sendAhead>[0];
type Device = ReturnType<typeof createTestDevice>;

const send = (claim: Claim) => whileSending('roadside', () => sendAhead(claim));

async function run(device: Device, claim: Claim): ReturnType<typeof sendAhead> {
  let settled: ReturnType<typeof sendAhead> | undefined;
  await device.tab(() => {
    settled = send(claim);
    return settled;
  });
  return settled as ReturnType<typeof sendAhead>;
}

async function createPhone() {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const server: Network = async (request) => app.app.request(new URL(request.url).pathname, await copyOf(request));
  const device = createTestDevice(server);
  let number = 900_000;
  const claimOf = (key: string, data: Record<string, string> = {}): Claim => {
    number += 1;
    const body = JSON.stringify({ formName: 'Roadside Start', formData: { ...idris, phone: `07700 ${number}`, ...data } });
    const place = { url: formEndpoint, slug: 'roadside', path: '/roadside', what: 'claim' as const };
    return {
      outgoing: { key, body, ...place, createdAt: Date.now() },
      takes: [draftOf(key)],
      formAgeMs: 60_000,
      photographsStored: () => Promise.resolve(),
    };
  };
  const stored = (key: string) => app.rows().filter((row) => row.idempotency_key === key).length;
  return { device, server, claimOf, stored };
}

async function copyOf(request: Request): Promise<RequestInit> {
  return { method: request.method, headers: Object.fromEntries(request.headers), body: await request.text() };
}
