// Protects: who starts at the roadside is heard on the phone of who is there, within seconds and for each start.
import { expect, onTestFinished, test } from 'vitest';
import { roadside } from '#forms/roadside.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { openPushServer } from '#testing/push-server.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';
import { until } from '#testing/until.ts';

const starts = 40;

test(`each of ${starts} starts at the roadside leaves as a push message, 95 of 100 within five seconds`, async () => {
  const service = await openPushServer();
  onTestFinished(service.close);
  service.trustHere();
  const { services, send } = await createTestApp({ PUSH_HOSTS: service.host, RATE_LIMIT: 'off' });
  const { staff } = await joinAsStaff(services.auth, 'hana@kerbside.example', 'handler', 'Hana Novak', services.now);
  await services.push.addBrowser({ staff, sessionId: 'session' }, service.subscribe(), 'Test browser');
  service.expectKey(await services.push.publicKey());

  const seconds: number[] = [];
  for (let count = 1; count <= starts; count += 1) {
    const sentAt = performance.now();
    const response = await send(roadside.name, { ...idris, phone: `07700 900${String(count).padStart(3, '0')}` });
    expect(response.status).toBe(200);
    await until(`message ${count}`, () => service.received.length === count);
    seconds.push((performance.now() - sentAt) / 1_000);
  }
  const bodies = service.received.map(({ body }) => body);
  expect(bodies).toEqual(Array.from({ length: starts }, (_, index) => ({ kind: 'waits', count: index + 1 })));
  expect(seconds.toSorted((a, b) => a - b)[Math.ceil(starts * 0.95) - 1]).toBeLessThan(5);
});
