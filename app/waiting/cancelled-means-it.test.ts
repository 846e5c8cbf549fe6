// Protects: what a person deletes from the device is not sent.
import { expect, test } from 'vitest';
import { uploadsPath } from '#forms/evidence-rules.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { createTestDevice, type Network } from '#testing/device.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { until } from '#testing/until.ts';
import { addPhotograph, removePhotograph } from './photograph-store.ts';
import { formEndpoint } from './post-submission.ts';
import { sendWaiting, sendWaitingPhotographs } from './send-waiting.ts';
import { keep, remove } from './waiting-store.ts';

/** What a person deletes from the device while another thing is being sent. */

test('A claim that is deleted while another one is being sent is not sent', async () => {
  const { server, hold } = await createPhone();
  const place = { url: formEndpoint, slug: 'roadside', path: '/roadside', what: 'claim' as const };
  const claimOf = (digit: string) => {
    const body = JSON.stringify({ formName: 'Roadside Start', formData: { ...idris, phone: `07700 90060${digit}` } });
    return { ...place, key: digit.repeat(32), body, createdAt: Date.now() + Number(digit), state: { kind: 'waiting' as const } };
  };
  const [one, other] = [claimOf('1'), claimOf('2')];
  await keep(one);
  await keep(other);
  const { requests, release } = hold(() => true);
  const sending = sendWaiting('leave');
  await until('the first request', () => requests.length === 1);
  await remove(other.key);
  release();
  await sending;
  expect(server.rows().map(({ idempotency_key: key }) => key)).toEqual([null, one.key]);
});

test.each([
  ['a part of it', 1_200_000],
  ['the whole of it', 1_000],
])('A photograph that is deleted while another one, or %s, is being sent does not arrive', async (_, length) => {
  const { server, hold, reference } = await createPhone();
  const key = `files:${reference}`;
  const bytes = new Uint8Array([...evidenceFiles.jpeg(), ...new Uint8Array(length)]);
  const files = [];
  for (const name of ['one.jpg', 'two.jpg'])
    files.push(await addPhotograph(key, new File([bytes], name, { type: 'image/jpeg' })));
  const receipt = { kind: 'accepted' as const, reference, createdAt: null };
  const row = {
    key,
    url: uploadsPath,
    body: '',
    slug: 'files',
    path: '/your-claim',
    what: 'claim' as const,
    createdAt: Date.now(),
  };
  await keep({ ...row, state: { kind: 'accepted', receipt } });
  const { requests, release } = hold(({ method }) => method === 'PATCH');
  const sending = sendWaitingPhotographs('leave');
  await until('the first piece', () => requests.length === 1);
  for (const file of files) await removePhotograph(file);
  release();
  await sending;
  expect(requests).toEqual(['PATCH']);
  expect(server.evidenceRows().filter(({ received_at }) => received_at !== null)).toEqual([]);
});

/** A phone in which the link of a claim was opened. `hold`: holds the first of such requests until `release`. */
async function createPhone() {
  const server = await createTestEvidence();
  const { reference, headers: own } = server.mine;
  const fetchReally = fetch;
  const network: Network = async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = ['POST', 'PATCH'].includes(request.method) ? await request.arrayBuffer() : null;
    const headers = { ...Object.fromEntries(request.headers), ...own };
    return fetchReally(`${server.url}${pathname}${search}`, { method: request.method, headers, body });
  };
  const device = createTestDevice(network, { withoutTabs: true });
  function hold(isHeld: (request: Request) => boolean) {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const requests: string[] = [];
    device.network = async (request) => {
      if (isHeld(request)) {
        requests.push(request.method);
        await promise;
      }
      return network(request);
    };
    return { requests, release };
  }
  return { server, reference, hold };
}
