// Protects: a photograph stays on the device as long as our server can still take it.
import { expect, test } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { evidenceRefusals } from '#forms/evidence-rules.ts';
import { createPhotographPhone, photographOf } from '#testing/photograph-phone.ts';
import { sendWaitingPhotographs } from './send-waiting.ts';

/** A photograph whose upload ends, without our server having received it, or having said so. The device may have the only copy. */

const ours = (status: number, message: string) => new Response(message, { status, headers: { [answerHeader]: '1' } });

type Act = () => Promise<Response>;

const troubles: [string, string, (end: Act, pass: Act) => Promise<Response>][] = [
  ['The disk is full when it begins', 'POST', async () => ours(507, evidenceRefusals.full)],
  ['The disk is full meanwhile', 'PATCH', async () => ours(507, evidenceRefusals.full)],
  ['Another length arrives', 'PATCH', (end) => end().then(() => ours(422, evidenceRefusals.incomplete))],
  ['The upload has ended', 'PATCH', (end) => end().then(() => ours(404, evidenceRefusals.noUpload))],
  ['The last answer is lost', 'PATCH', (_, pass) => pass().then(() => Promise.reject(new TypeError('Failed to fetch')))],
];

test.each(troubles)('%s: the photograph is kept, and sent again after that', async (_, method, trouble) => {
  const { device, network, stored, left } = await createPhotographPhone(photographOf('only-copy.jpg'));
  device.network = async (request) => {
    const end = () => network(new Request(request.url, { method: 'DELETE', headers: request.headers }));
    const pass = () => network(request);
    return request.method === method ? trouble(end, pass) : pass();
  };
  await sendWaitingPhotographs('leave');
  expect(await left()).toEqual({ photographs: 1, notTaken: [] });
  device.network = network;
  await sendWaitingPhotographs('leave');
  expect([(await left()).photographs, stored()]).toEqual([0, ['only-copy.jpg']]);
});

test('A photograph whose link has ended waits for a new one, in whatever words another build of the server says so', async () => {
  const { device, network, stored, left } = await createPhotographPhone(photographOf('only-copy.jpg'));
  for (const method of ['POST', 'PATCH']) {
    device.network = async (request) =>
      request.method === method ? ours(403, 'Please open your claim by its link once more.') : network(request);
    await sendWaitingPhotographs('leave', true);
    expect(await left()).toEqual({ photographs: 1, notTaken: [] });
  }
  device.network = network;
  await sendWaitingPhotographs('leave', true);
  expect([(await left()).photographs, stored()]).toEqual([0, ['only-copy.jpg']]);
});
