// Protects: only addresses of push services are kept, a bounded number of them, and each person ends their own alone.
import { expect, test } from 'vitest';
import { testDatabases } from '#testing/databases.ts';
import { olu, priya } from '#testing/fixtures/test-staff.ts';
import { createTestPush } from '#testing/test-push.ts';
import { isPushAddress } from './push-hosts.ts';
import { isQuiet, maxBrowsers } from './subscriptions.ts';

const databases = testDatabases();

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://jmt17.google.com/fcm/send/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://api.push.apple.com/abc', true],
  ['https://db5p.notify.windows.com/w/?token=abc', true],
  ['https://push.kerbside.example:8443/abc', true],
  ['https://push.kerbside.example/abc', false],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://evilfcm.googleapis.com/abc', false],
  ['https://mail.google.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://notify.windows.com.evil.example/abc', false],
  ['https://someone@fcm.googleapis.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest', false],
  ['', false],
  [`https://fcm.googleapis.com/${'a'.repeat(1_000)}`, false],
])('%s may be an address of a browser: %s', (address, isAllowed) => {
  expect(isPushAddress(address, ['push.kerbside.example:8443'])).toBe(isAllowed);
});

test('an account has a bounded number of browsers, of which the oldest goes first', async () => {
  const { push, service, advance } = await createTestPush(await databases.open());
  const asking = { staff: olu, sessionId: 'here' };
  const targets = Array.from({ length: maxBrowsers + 2 }, () => service.subscribe());
  for (const target of targets) {
    expect(await push.addBrowser(asking, target, 'Test browser')).toBe(true);
    await advance(1_000);
  }
  expect(await push.listBrowsers(asking)).toHaveLength(maxBrowsers);
  expect(await push.renewBrowser(asking, targets[1]?.endpoint ?? '')).toBe(false);
  expect(await push.renewBrowser(asking, targets[2]?.endpoint ?? '')).toBe(true);
  const many = Array.from({ length: 6 }, () => service.subscribe());
  await Promise.all(many.map((target) => push.addBrowser(asking, target, null)));
  expect(await push.listBrowsers(asking)).toHaveLength(maxBrowsers);
});

test('a browser is told for who turned it on last, and nobody ends another’s by its number', async () => {
  const { push, service } = await createTestPush(await databases.open('sqlite'));
  const target = service.subscribe();
  await push.addBrowser({ staff: olu, sessionId: 'a' }, target, null);
  await push.addBrowser({ staff: priya, sessionId: 'b' }, target, null);
  expect(await push.listBrowsers({ staff: olu, sessionId: 'a' })).toEqual([]);
  const [told] = await push.listBrowsers({ staff: priya, sessionId: 'b' });
  await push.removeBrowser(olu, { id: told?.id ?? '' });
  expect(await push.listBrowsers({ staff: priya, sessionId: 'c' })).toMatchObject([{ isHere: false }]);
  await push.removeBrowser(priya, { id: told?.id ?? '' });
  expect(await push.listBrowsers({ staff: priya, sessionId: 'b' })).toEqual([]);
});

test('who signs in where another person was told ends that, and it is in the audit trail', async () => {
  const { push, service, events } = await createTestPush(await databases.open('sqlite'));
  const target = service.subscribe();
  await push.addBrowser({ staff: olu, sessionId: 'a' }, target, null);
  await push.removeBrowser(priya, { endpoint: target.endpoint });
  expect(await push.listBrowsers({ staff: olu, sessionId: 'a' })).toEqual([]);
  expect((await events()).at(-1)).toMatchObject({
    action: 'push turned off',
    actor_id: priya.id,
    subject_id: olu.id,
  });
});

test('an address or keys that no browser gives are refused', async () => {
  const { push, service } = await createTestPush(await databases.open('sqlite'));
  const good = service.subscribe();
  const elsewhere = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
  for (const wrong of [
    { endpoint: 'https://127.0.0.1:22/' },
    { p256dh: 'AAAA' },
    { p256dh: elsewhere },
    { p256dh: `${good.p256dh}\n` },
    { auth: '' },
    { auth: `${good.auth}!` },
    { p256dh: '' },
  ])
    expect(await push.addBrowser({ staff: olu, sessionId: '' }, { ...good, ...wrong }, null), JSON.stringify(wrong)).toBe(false);
});

test('quiet hours may go over midnight, and two equal or no times are none', async () => {
  const night = { starts: 22 * 60, ends: 7 * 60 };
  expect([1_319, 1_320, 0, 419, 420].map((at) => isQuiet(night, at))).toEqual([false, true, true, true, false]);
  const day = { starts: 60, ends: 120 };
  expect([59, 60, 119, 120].map((at) => isQuiet(day, at))).toEqual([false, true, true, false]);
  const { push } = await createTestPush(await databases.open('sqlite'));
  for (const [from, until] of [
    ['22:00', '22:00'],
    ['22:00', ''],
    ['25:00', '07:00'],
  ] as const)
    expect(await push.setQuietHours(olu.id, from, until), `${from} ${until}`).toBe(false);
  expect(await push.setQuietHours(olu.id, '22:00', '07:30')).toBe(true);
  expect(await push.quietHours(olu.id)).toEqual({ starts: 1_320, ends: 450 });
  expect(await push.setQuietHours(olu.id, '', '')).toBe(true);
  expect(await push.quietHours(olu.id)).toBeNull();
});
