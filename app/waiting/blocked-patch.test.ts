// Protects: a photograph arrives also where something on the way refuses PATCH.
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { createPhotographPhone, photographOf } from '#testing/photograph-phone.ts';
import { sendWaitingPhotographs } from './send-waiting.ts';

test('Where a proxy answers PATCH with 405, a photograph goes as POSTs that say what they mean, and only its first piece goes twice', async () => {
  const { device, network, stored, left } = await createPhotographPhone(
    photographOf('blocked.jpg', evidenceFiles.jpeg(2_000_000)),
  );
  let blocked = 0;
  device.network = (request) => {
    if (request.method !== 'PATCH') return network(request);
    blocked += 1;
    return Promise.resolve(new Response('Method Not Allowed', { status: 405 }));
  };
  await sendWaitingPhotographs('leave');
  expect([stored(), blocked]).toEqual([['blocked.jpg'], 1]);
  expect(await left()).toEqual({ photographs: 0, notTaken: [] });
});
