// Protects: what has waited for thirty days is not sent unasked, and a clock that was wrong keeps nothing from being sent.
import { expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { formEndpoint } from './post-submission.ts';
import { sendWaiting } from './send-waiting.ts';
import { change, keep, readWaiting } from './waiting-store.ts';

const key = 'k'.repeat(32);

test.each([
  ['for 29 days', -29 * day, null, true],
  ['for 31 days', -31 * day, null, false],
  ['since a year from now, by a clock that was set back', 365 * day, null, true],
  ['for a year, by a clock that was a year behind when it was kept', -365 * day, -day, true],
  ['for a year, by a clock that was a week behind when it was kept', -365 * day, -358 * day, false],
])('What waits %s is sent by itself, or only once it was asked for', async (_, sinceMs, keptAfterMs, isSent) => {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  createConnectedDevice(app);
  await keep({
    key,
    url: formEndpoint,
    body: JSON.stringify({ formName: 'Roadside Start', formData: idris }),
    slug: 'roadside',
    path: '/roadside',
    what: 'claim',
    createdAt: Date.now() + sinceMs,
    keptAfter: keptAfterMs === null ? null : Date.now() + keptAfterMs,
    state: { kind: 'waiting' },
  });
  await sendWaiting('leave');
  expect(app.rows()).toHaveLength(isSent ? 1 : 0);
  // "Send it now".
  if (!isSent) await change(key, { createdAt: Date.now() });
  await sendWaiting('leave');
  expect(app.rows()).toHaveLength(1);
  expect(await readWaiting()).toMatchObject([{ body: '', state: { kind: 'accepted' } }]);
});
