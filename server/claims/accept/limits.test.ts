// Protects: one address is limited, and neither other people nor repeats are.
import { describe, expect, test } from 'vitest';
import { hour, minute } from '#forms/durations.ts';
import { createTokenBuckets } from '#server/core/observability/token-buckets.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { addressAllowance, createRepeatCounter } from './limits.ts';

const harpreet = sampleMessages[0].data;
const fromCarrier = { 'X-Forwarded-For': '203.0.113.7' };
const person = (index: number) => ({
  ...harpreet,
  email: `p${index}@example.com`,
  message: `Hit in the car park, row ${index}.`,
});
const openBehindProxy = (settings: Record<string, string> = {}) => createTestApp({ TRUST_PROXY: '1', ...settings });

function sendMany(
  testApp: Awaited<ReturnType<typeof createTestApp>>,
  count: number,
  from = 0,
  headers: Record<string, string> = fromCarrier,
) {
  return Promise.all(Array.from({ length: count }, (_, index) => testApp.send('Contact Us', person(from + index), headers)));
}

describe('one address', () => {
  test('may send as much as a mobile carrier has people, all day', () => {
    const buckets = createTokenBuckets(addressAllowance);
    let waits = 0;
    for (let second = 0; second < 24 * 60 * 60; second += 1) {
      buckets.take('carrier', second * 1_000, 5);
      waits += buckets.waitSeconds('carrier', second * 1_000);
    }
    expect(waits).toBe(0);
  });

  test('that sends far more gets a Retry-After, and its earlier submissions are kept', async () => {
    const testApp = await openBehindProxy();
    await sendMany(testApp, addressAllowance.burst);
    const [response] = await sendMany(testApp, 1, 5_000);
    expect(response?.status).toBe(429);
    expect(testApp.rows()).toHaveLength(addressAllowance.burst);
    testApp.clock.now += Number(response?.headers.get('retry-after')) * 1_000;
    const [again] = await sendMany(testApp, 1, 5_000);
    expect(again?.status).toBe(200);
  });

  test('that is limited does not limit another', async () => {
    const testApp = await openBehindProxy();
    await sendMany(testApp, addressAllowance.burst + 1);
    const [response] = await sendMany(testApp, 1, 5_000, { 'X-Forwarded-For': '203.0.113.8' });
    expect(response?.status).toBe(200);
  });

  test('cannot be made up by X-Forwarded-For', async () => {
    const testApp = await openBehindProxy();
    const responses = await Promise.all(
      Array.from({ length: addressAllowance.burst + 1 }, (_, index) =>
        testApp.send('Contact Us', person(index), { 'X-Forwarded-For': `198.51.100.${index % 250}, 203.0.113.7` }),
      ),
    );
    expect(responses.at(-1)?.status).toBe(429);
  });
});

test('an email address that somebody else has named hundreds of times is not refused', async () => {
  const testApp = await openBehindProxy();
  const note = (index: number) => ({ ...harpreet, message: `Note ${index}` });
  for (let index = 0; index < 200; index += 1) await testApp.send('Contact Us', note(index), fromCarrier);
  const response = await testApp.send('Contact Us', note(1_000), { 'X-Forwarded-For': '203.0.113.9' });
  expect(response.status).toBe(200);
});

describe('a repeat never counts', () => {
  test('with the same key, and not when the allowance is used up', async () => {
    const testApp = await openBehindProxy();
    const mine = { ...fromCarrier, 'Idempotency-Key': 'mine' };
    const first = await (await testApp.send('Contact Us', harpreet, mine)).json();
    for (let index = 0; index < 100; index += 1) await testApp.send('Contact Us', harpreet, mine);
    expect((await sendMany(testApp, addressAllowance.burst)).filter(({ status }) => status === 429)).toHaveLength(1);
    const again = await testApp.send('Contact Us', harpreet, mine);
    expect([again.status, await again.json()]).toEqual([200, first]);
  });

  test('without a key, within the duplicate window', async () => {
    const testApp = await openBehindProxy();
    const statuses = await Promise.all(
      Array.from(
        { length: addressAllowance.burst + 1 },
        async () => (await testApp.send('Contact Us', harpreet, fromCarrier)).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(testApp.rows()).toHaveLength(1);
  });

  test('one key with other answers each time counts each time', async () => {
    const testApp = await openBehindProxy();
    const mine = { ...fromCarrier, 'Idempotency-Key': 'mine' };
    const statuses: number[] = [];
    for (let index = 0; index < addressAllowance.burst + 20; index += 1)
      statuses.push((await testApp.send('Contact Us', person(index), mine)).status);
    expect(statuses.slice(0, 2)).toEqual([200, 409]);
    expect(statuses.slice(addressAllowance.burst)).toEqual(Array(20).fill(429));
  });

  test('nor does an attempt that was refused for its answers', async () => {
    const testApp = await openBehindProxy();
    for (let index = 0; index <= addressAllowance.burst; index += 1)
      await testApp.send('Contact Us', { ...person(index), name: '' }, fromCarrier);
    expect((await testApp.send('Contact Us', harpreet, fromCarrier)).status).toBe(200);
  });
});

test('RATE_LIMIT=off lets everything through', async () => {
  const testApp = await openBehindProxy({ RATE_LIMIT: 'off' });
  const responses = await Promise.all(
    Array.from({ length: addressAllowance.burst + 1 }, (_, index) =>
      testApp.send('Contact Us', { ...harpreet, phone: `${index}` }, fromCarrier),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(testApp.emails()).toHaveLength(addressAllowance.burst + 1);
});

test('what came before the clock was put back is not counted for longer', () => {
  const recent = createRepeatCounter({ spanMs: minute });
  recent.add('text', hour);
  expect([recent.times('text', hour + 1_000), recent.times('text', 0)]).toEqual([1, 0]);
});

test('memory stays bounded for any number of senders', () => {
  const buckets = createTokenBuckets({ burst: 1, perMinute: 1 });
  for (let index = 0; index < 30_000; index += 1) buckets.take(`address ${index}`, 0);
  expect(buckets.size()).toBe(20_000);
  expect([buckets.waitSeconds('address 29999', 0), buckets.waitSeconds('address 0', 0)]).toEqual([60, 0]);

  const recent = createRepeatCounter({ spanMs: 1_000, limit: 2 });
  for (const name of ['a', 'b', 'c']) recent.add(name, 0);
  expect(['a', 'b', 'c'].map((name) => recent.times(name, 999))).toEqual([0, 1, 1]);
  expect(recent.times('c', 1_000)).toBe(0);
});
