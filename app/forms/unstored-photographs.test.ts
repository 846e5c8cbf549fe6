// Protects: photographs that the device has no room for are sent all the same.
import { expect, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { createTestDevice } from '#testing/device.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { dropUnstored, holdInMemory, sendUnstored, unstoredPhotographs } from './unstored-photographs.ts';

test('Photographs that a full device cannot keep are sent from memory to the claim, through broken connections', async () => {
  const server = await createTestEvidence();
  const { reference, link } = await (await server.send('Roadside Start', idris)).json();
  const fetchReally = fetch;
  let requests = 0;
  createTestDevice(async (request) => {
    requests += 1;
    if (requests % 3 === 0) throw new TypeError('Failed to fetch');
    const { pathname, search } = new URL(request.url);
    const body = ['POST', 'PATCH'].includes(request.method) ? await request.arrayBuffer() : null;
    const headers = { ...Object.fromEntries(request.headers), Origin: 'https://kerbside.example' };
    return fetchReally(`${server.url}${pathname}${search}`, { method: request.method, headers, body });
  });
  const large = new Uint8Array([...evidenceFiles.jpeg(), ...new Uint8Array(1_200_000)]);
  holdInMemory('roadside', new File([large], 'large.jpg', { type: 'image/jpeg' }));
  holdInMemory('roadside', new File([new Uint8Array(refusedFiles['a page'])], 'page.jpg', { type: 'image/jpeg' }));
  holdInMemory('roadside', new File([large], 'removed.jpg', { type: 'image/jpeg' }));
  holdInMemory('claim', new File([large], 'of-another-form.jpg', { type: 'image/jpeg' }));
  dropUnstored(({ name }) => name === 'removed.jpg');
  await sendUnstored('roadside', { kind: 'accepted', reference, createdAt: null, link }, { most: 20, pauseMs: 1 });
  expect(
    server
      .evidenceRows()
      .filter(({ received_at }) => received_at !== null)
      .map(({ name }) => name),
  ).toEqual(['large.jpg']);
  expect(unstoredPhotographs.read()).toMatchObject([
    { name: 'page.jpg', state: 'failed', message: expect.stringContaining('Only photographs') },
    { name: 'of-another-form.jpg', state: 'chosen' },
  ]);
  dropUnstored(() => true);
});
