// Protects: a photograph stays on the device as long as our server can still take it.
import { expect, test } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { evidenceRefusals, uploadsPath } from '#forms/evidence-rules.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { createTestDevice, type Network } from '#testing/device.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { addPhotograph, readPhotographs } from './photograph-store.ts';
import { sendWaitingPhotographs } from './send-waiting.ts';
import { keep, readWaiting } from './waiting-store.ts';

/** A photograph whose upload our server ends, without having received it. The device may have the only copy. */

const ours = (status: number, message: string) => new Response(message, { status, headers: { [answerHeader]: '1' } });

const troubles: [string, string, (end: () => Promise<Response>) => Promise<Response>][] = [
  ['The disk is full when it begins', 'POST', async () => ours(507, evidenceRefusals.full)],
  ['The disk is full meanwhile', 'PATCH', async () => ours(507, evidenceRefusals.full)],
  ['Another length arrives', 'PATCH', (end) => end().then(() => ours(422, evidenceRefusals.incomplete))],
  ['The upload has ended', 'PATCH', (end) => end().then(() => ours(404, evidenceRefusals.noUpload))],
];

test.each(troubles)('%s: the photograph is kept, and sent again after that', async (_, method, trouble) => {
  const { device, network, stored, left } = await createPhone();
  device.network = async (request) => {
    const end = () => network(new Request(request.url, { method: 'DELETE', headers: request.headers }));
    return request.method === method ? trouble(end) : network(request);
  };
  await sendWaitingPhotographs('leave');
  expect(await left()).toEqual({ photographs: 1, notTaken: [] });
  device.network = network;
  await sendWaitingPhotographs('leave');
  expect([(await left()).photographs, stored()]).toEqual([0, 1]);
});

test('A photograph whose link has ended waits for a new one, in whatever words another build of the server says so', async () => {
  const { device, network, stored, left } = await createPhone();
  for (const method of ['POST', 'PATCH']) {
    device.network = async (request) =>
      request.method === method ? ours(403, 'Please open your claim by its link once more.') : network(request);
    await sendWaitingPhotographs('leave', true);
    expect(await left()).toEqual({ photographs: 1, notTaken: [] });
  }
  device.network = network;
  await sendWaitingPhotographs('leave', true);
  expect([(await left()).photographs, stored()]).toEqual([0, 1]);
});

/** A phone on which a photograph of a claim waits, whose link was opened in it. */
async function createPhone() {
  const server = await createTestEvidence();
  const opened = server.mine;
  const fetchReally = fetch;
  const network: Network = async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'PATCH' ? await request.arrayBuffer() : null;
    const headers = { ...Object.fromEntries(request.headers), ...opened.headers };
    return fetchReally(`${server.url}${pathname}${search}`, { method: request.method, headers, body });
  };
  const device = createTestDevice(network);
  const { reference } = opened;
  const key = `files:${reference}`;
  await addPhotograph(key, new File([new Uint8Array(evidenceFiles.jpeg())], 'only-copy.jpg', { type: 'image/jpeg' }));
  const place = { slug: 'files', path: '/your-claim', what: 'claim' as const, url: uploadsPath, body: '' };
  const receipt = { kind: 'accepted' as const, reference, createdAt: null };
  await keep({ ...place, key, createdAt: Date.now(), state: { kind: 'accepted', receipt } });
  return {
    device,
    network,
    stored: () => server.evidenceRows().filter(({ received_at: at }) => at !== null).length,
    left: async () => ({
      photographs: (await readPhotographs(key)).length,
      notTaken: (await readWaiting()).flatMap(({ notTaken = [] }) => notTaken),
    }),
  };
}
