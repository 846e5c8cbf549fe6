// Protects: staff are told by push services what they need and nothing about anybody, as often as needed, and no other address is called.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import { createTestPush } from '#testing/test-push.ts';

const databases = testDatabases();

test('a message reaches every browser of those it is for, encrypted and signed', async () => {
  const { tell, send, runDue, service } = await createTestPush(await databases.open());
  await tell(olu);
  await tell(olu, { sessionId: 'another' });
  await tell(priya);
  expect(await send([olu], { kind: 'waits', count: 3 })).toBe(2);
  expect(await runDue()).toEqual(['taken', 'taken']);
  expect(service.received).toHaveLength(2);
  for (const { body, headers, isSigned } of service.received) {
    expect(body).toEqual({ kind: 'waits', count: 3 });
    expect(isSigned).toBe(true);
    expect(headers).toMatchObject({ ttl: '600', topic: 'waits', urgency: 'high', 'content-encoding': 'aes128gcm' });
  }
  expect(await runDue()).toEqual([]);
});

test.each(['404', '410'])('a browser that is gone (%s) is told no more', async (status) => {
  const { tell, send, runDue, service, push } = await createTestPush(await databases.open('sqlite'));
  await tell(olu);
  service.answers.push({ status: Number(status) });
  await send([olu], { kind: 'late', count: 1 });
  expect(await runDue()).toEqual(['gone']);
  expect(await push.listBrowsers({ staff: olu, sessionId: '' })).toEqual([]);
  expect(await send([olu], { kind: 'late', count: 1 })).toBe(0);
});

test('a message that is not taken is sent again until nobody is helped by it any more', async () => {
  const { tell, send, runDue, service, advance } = await createTestPush(await databases.open('sqlite'));
  await tell(olu);
  service.answers.push({ status: 503 }, { status: 429, headers: { 'Retry-After': '120' } });
  await send([olu], { kind: 'waits', count: 1 }, 5 * minute);
  expect(await runDue()).toEqual(['retry']);
  await advance(10_000);
  expect(await runDue()).toEqual(['retry']);
  await advance(119_000);
  expect(await runDue(), 'before the push service wants to be asked again').toEqual([]);
  await advance(2_000);
  expect(await runDue()).toEqual(['taken']);
  expect(service.received.at(-1)?.headers.ttl).toBe('169');

  service.answers.push(...Array.from({ length: 20 }, () => ({ status: 500 })));
  await send([olu], { kind: 'waits', count: 1 }, 5 * minute);
  const outcomes: string[] = [];
  for (let at = 0; at < 6 * minute; at += 5_000) {
    outcomes.push(...(await runDue()));
    await advance(5_000);
  }
  expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(['retry']));
  expect(outcomes.at(-1)).toBe('done');
  const before = service.received.length;
  await advance(minute);
  expect(await runDue()).toEqual([]);
  expect(service.received).toHaveLength(before);
});

test('a message that is refused is kept as failed, and no redirect is followed', async () => {
  const { tell, send, runDue, service, jobs } = await createTestPush(await databases.open('sqlite'));
  await tell(olu);
  service.answers.push({ status: 403 }, { status: 302, headers: { Location: `https://${service.host}/elsewhere` } });
  for (const count of [1, 2]) {
    await send([olu], { kind: 'waits', count });
    expect(await runDue()).toEqual(['failed']);
  }
  expect(service.received).toHaveLength(2);
  expect((await jobs()).map(({ last_detail }) => last_detail)).toEqual(
    ['403', '302'].map((status) => `${service.host} answers ${status}.`),
  );
});

test('an account that was closed, quiet hours, and another site than where it was turned on get nothing', async () => {
  const database = await databases.open('sqlite');
  const { tell, send, push, runDue, service, clock } = await createTestPush(database);
  for (const staff of [olu, priya, grace]) await tell(staff);
  // It is ten in the morning.
  expect(await push.setQuietHours(priya.id, '22:00', '10:30')).toBe(true);
  await database.db.updateTable('staff').set({ leftAt: clock.time }).where('id', '=', olu.id).execute();
  expect(await send([olu, priya], { kind: 'waits', count: 1 })).toBe(0);
  expect(await send([grace], { kind: 'waits', count: 1 })).toBe(1);
  await database.db.updateTable('staff').set({ leftAt: clock.time }).where('id', '=', grace.id).execute();
  expect(await runDue(), 'closed after the message was stored').toEqual(['done']);
  const copy = await createTestPush(database, { siteUrl: 'http://127.0.0.1:3001' });
  await database.db.updateTable('staff').set({ leftAt: null }).execute();
  expect(await copy.send([olu, grace], { kind: 'waits', count: 1 })).toBe(0);
  expect(service.received).toEqual([]);
});

test.each([
  ['in the night in which the clocks go forward, after them', Date.UTC(2027, 2, 28, 6, 30), 1],
  ['in the same night, before', Date.UTC(2027, 2, 28, 5, 30), 0],
  ['in the night in which they go back, before them', Date.UTC(2026, 9, 25, 6, 30), 0],
  ['in the same night, after', Date.UTC(2026, 9, 25, 7, 30), 1],
])('quiet hours from 22:00 to 07:00 end as clocks in London show it: %s', async (_, at, told) => {
  const { tell, send, push, clock } = await createTestPush(await databases.open('sqlite'));
  await tell(olu);
  await push.setQuietHours(olu.id, '22:00', '07:00');
  clock.time = at;
  expect(await send([olu], { kind: 'waits', count: 1 })).toBe(told);
});

test.each([
  ['127.0.0.1', 4],
  ['10.1.2.3', 4],
  ['169.254.169.254', 4],
  ['::1', 6],
  ['fd00::1', 6],
  ['::ffff:192.168.0.1', 6],
])('a push service whose name leads to %s is not called', async (address, family) => {
  const resolve = (_: string, __: object, done: (error: null, found: { address: string; family: number }[]) => void) =>
    done(null, [{ address, family }]);
  const { tell, send, runDue, service, jobs } = await createTestPush(await databases.open('sqlite'), { resolve });
  await tell(olu, { host: 'fcm.googleapis.com' });
  await send([olu], { kind: 'waits', count: 1 });
  expect(await runDue()).toEqual(['retry']);
  expect((await jobs()).map(({ last_detail }) => last_detail)).toEqual([expect.stringContaining('has no public address')]);
  expect(service.received).toEqual([]);
});

test('the keys are made once, however many instances start, and are in no log', async () => {
  const database = await databases.open('postgres');
  const [first, second] = await Promise.all([createTestPush(database), createTestPush(database)]);
  const key = await first.push.publicKey();
  expect(await second.push.publicKey()).toBe(key);
  const [row] = await database.db.selectFrom('push_keys').selectAll().execute();
  expect(row).toMatchObject({ public_key: key, private_key: expect.stringMatching(/^[\w-]{43}$/) });
  await first.tell(olu);
  await first.send([olu], { kind: 'waits', count: 1 });
  await first.runDue();
  expect(first.log() + second.log()).not.toContain(row?.private_key);
});
