// Protects: what a proxy refuses holds back only what it belongs to.
import { expect, test } from 'vitest';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { formEndpoint } from './post-submission.ts';
import { sendWaiting } from './send-waiting.ts';
import { keep } from './waiting-store.ts';

test('What a proxy does not pass holds back what has its telephone number, and nothing else', async () => {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const { setTrouble, server } = createConnectedDevice(app);
  const phones = { First: '07700 900601', Same: '+44 7700 900601', Other: '07700 900602' };
  for (const [index, [name, phone]] of Object.entries(phones).entries()) {
    const formData = { name, phone, locationOfAccident: 'M25 J27', consent: 'yes' };
    const place = { url: formEndpoint, what: 'claim' as const, slug: 'roadside', path: '/roadside' };
    const body = JSON.stringify({ formName: 'Roadside Start', formData });
    await keep({ ...place, key: name.padEnd(32, '.'), body, createdAt: Date.now() + index, state: { kind: 'waiting' } });
  }
  const arrived = () => app.rows().map(({ form_data: data }) => JSON.parse(data).name);
  setTrouble(async (request) =>
    (await request.clone().text()).includes('First') ? new Response('<h1>Blocked</h1>', { status: 403 }) : server(request),
  );
  expect(await sendWaiting('leave')).toBe(false);
  expect(arrived()).toEqual(['Other']);
  setTrouble('none');
  expect(await sendWaiting('leave')).toBe(true);
  // The two with one number are one claim or two, as the server has it.
  expect(arrived()).toContain('First');
});
