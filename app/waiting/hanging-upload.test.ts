// Protects: an upload without an answer holds up no claim, and is given up in its time.
import { expect, test, vi } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { createPhotographPhone, photographOf } from '#testing/photograph-phone.ts';
import { formEndpoint } from './post-submission.ts';
import { sendWaiting, sendWaitingPhotographs } from './send-waiting.ts';
import { keep, readWaiting } from './waiting-store.ts';

test('A claim is sent while the upload of a photograph hangs', async () => {
  const { server, device, network } = await createPhotographPhone(photographOf('slow.jpg'));
  const { promise: hangs, resolve: hang } = Promise.withResolvers<void>();
  device.network = (request) => {
    if (request.method !== 'PATCH') return network(request);
    hang();
    return new Promise(() => {});
  };
  void sendWaitingPhotographs('leave');
  await hangs;
  const body = JSON.stringify({ formName: 'Make a Claim', formData: { ...aoife, lastName: 'Second' } });
  const place = { url: formEndpoint, slug: 'claim', path: '/make-a-claim', what: 'claim' as const };
  await keep({ ...place, key: 'k'.repeat(32), body, createdAt: Date.now(), state: { kind: 'waiting' } });
  await sendWaiting('leave');
  expect(server.rows().filter(({ form_data: data }) => data.includes('Second'))).toHaveLength(1);
});

test('An upload without an answer is given up in its time, says why it waits, and goes on later', async () => {
  const { device, network, stored, left } = await createPhotographPhone(photographOf('slow.jpg'));
  let isBegun = false;
  // Only the piece that hangs has a limit, however slow this machine is.
  vi.stubGlobal('timeLimits', {
    get answer() {
      return isBegun ? 0 : undefined;
    },
  });
  device.network = async (request) => {
    if (request.method === 'PATCH')
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)));
    const answer = await network(request);
    isBegun = true;
    return answer;
  };
  await sendWaitingPhotographs('leave');
  const [row] = await readWaiting();
  expect([row?.last?.unsent.kind, await left()]).toEqual(['unreachable', { photographs: 1, notTaken: [] }]);
  isBegun = false;
  device.network = network;
  await sendWaitingPhotographs('leave');
  expect(stored()).toEqual(['slow.jpg']);
});
