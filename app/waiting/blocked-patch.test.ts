// Protects: a photograph arrives also where something on the way refuses PATCH.
import { expect, test } from 'vitest';
import { createPhotographPhone, photographOf } from '#testing/photograph-phone.ts';
import { sendWaitingPhotographs } from './send-waiting.ts';

test('Where a proxy answers PATCH with 405, a photograph goes as a POST that says what it means', async () => {
  const { device, network, stored, left } = await createPhotographPhone(photographOf('blocked.jpg'));
  device.network = (request) =>
    request.method === 'PATCH' ? Promise.resolve(new Response('Method Not Allowed', { status: 405 })) : network(request);
  await sendWaitingPhotographs('leave');
  expect(stored()).toEqual(['blocked.jpg']);
  expect(await left()).toEqual({ photographs: 0, notTaken: [] });
});
