// Protects: an answer of another server removes nothing that waits on the device.
import { expect, test } from 'vitest';
import { messagesPath, uploadsPath } from '#forms/evidence-rules.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { createTestDevice, type Network } from '#testing/device.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { addPhotograph, readBytes, readPhotographs } from './photograph-store.ts';
import { formEndpoint } from './post-submission.ts';
import { sendWaiting, sendWaitingPhotographs } from './send-waiting.ts';
import { keep, readWaiting } from './waiting-store.ts';

/** Another server answers in the place of ours. Whatever it says, everything stays on the device, and is sent after that. */

const page = '<h1>Sign in to this Wi-Fi</h1>';
const json = JSON.stringify({ message: 'Forbidden', fields: { phone: 'Bad.' } });
const bodies = { 'no body': null, 'a short text': 'Forbidden', 'a page': page, JSON: json };
const answers = [200, 401, 403, 404, 409, 413, 422, 502, 507].flatMap((status) =>
  Object.entries(bodies).map(([name, body]) => [status, name, body] as const),
);

const foreign =
  (status: number, body: string | null): Network =>
  async () =>
    new Response(body, {
      status,
      headers: { 'X-Request-Id': 'of-envoy-or-heroku', 'Upload-Offset': '7', Location: '/elsewhere' },
    });

test('A claim, a message and a photograph outlive every foreign answer', async () => {
  const { device, claim, received } = await createPhone();
  for (const [status, name, body] of answers) {
    device.network = foreign(status, body);
    await sendWaiting('leave');
    await sendWaitingPhotographs('leave');
    const kept = await readWaiting();
    const what = `after ${status} with ${name}`;
    expect(
      kept.map(({ state }) => state.kind),
      what,
    ).toEqual(['waiting', 'waiting', 'accepted']);
    expect(
      kept.flatMap(({ notTaken = [], needsLink }) => [...notTaken, ...(needsLink ? [needsLink] : [])]),
      what,
    ).toEqual([]);
    const [photograph] = await readPhotographs(`files:${claim.reference}`);
    expect(photograph && (await readBytes(photograph))?.byteLength, what).toBe(evidenceFiles.jpeg().byteLength);
  }
  device.network = claim.network;
  await sendWaiting('leave');
  await sendWaitingPhotographs('leave');
  expect(received()).toEqual({ claims: 2, messages: 1, files: 1 });
});

test('An upload that began goes on where it stopped, whatever another server said to it', async () => {
  const { device, claim, received } = await createPhone();
  for (const refused of ['POST', 'HEAD', 'PATCH'])
    for (const [status, , body] of answers) {
      device.network = async (request) => (request.method === refused ? foreign(status, body)(request) : claim.network(request));
      if (refused === 'HEAD') {
        // The upload begins, and its first piece does not arrive.
        device.network = async (request) => (request.method === 'PATCH' ? foreign(502, null)(request) : claim.network(request));
        await sendWaitingPhotographs('leave');
        device.network = async (request) => (request.method === 'HEAD' ? foreign(status, body)(request) : claim.network(request));
      }
      await sendWaitingPhotographs('leave');
      expect(received().files).toBe(0);
      expect(await readPhotographs(`files:${claim.reference}`)).toHaveLength(1);
    }
  device.network = claim.network;
  await sendWaitingPhotographs('leave');
  expect(received().files).toBe(1);
});

/** A phone on which a claim, a message and a photograph of another claim wait, whose link was opened in it. */
async function createPhone() {
  const server = await createTestEvidence();
  const opened = server.mine;
  const network: Network = async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'POST' || request.method === 'PATCH' ? await request.arrayBuffer() : null;
    const headers = { ...Object.fromEntries(request.headers), ...opened.headers };
    const response = await fetchReally(`${server.url}${pathname}${search}`, { method: request.method, headers, body });
    return response;
  };
  const fetchReally = fetch;
  const device = createTestDevice(network, { withoutTabs: true });
  const place = { slug: 'roadside', path: '/roadside', what: 'claim' as const };
  const { reference } = opened;
  const body = JSON.stringify({ formName: 'Roadside Start', formData: idris });
  const claim = {
    ...place,
    key: 'k'.repeat(32),
    url: formEndpoint,
    body,
    createdAt: Date.now() - 3,
    state: { kind: 'waiting' as const },
  };
  await keep(claim);
  const text = JSON.stringify({ reference, key: 'of-the-form', text: 'My car is at the garage.' });
  await keep({ ...claim, key: 'm'.repeat(32), what: 'message', url: messagesPath, body: text, createdAt: Date.now() - 2 });
  const receipt = { kind: 'accepted' as const, reference, createdAt: null };
  const files = `files:${reference}`;
  await addPhotograph(files, new File([new Uint8Array(evidenceFiles.jpeg())], 'only-copy.jpg', { type: 'image/jpeg' }));
  await keep({ ...claim, key: files, url: uploadsPath, body: '', createdAt: Date.now(), state: { kind: 'accepted', receipt } });
  const count = (table: string) =>
    Number(Object.values(server.sqlite.prepare(`select count(*) from ${table}`).get() as object)[0]);
  return {
    device,
    claim: { reference, network },
    received: () => ({
      claims: count('form_submissions'),
      messages: count('messages'),
      files: count('evidence where received_at is not null'),
    }),
  };
}
