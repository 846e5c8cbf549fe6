// Protects: photographs that the device has no room for are sent all the same.
import { expect, test, vi } from 'vitest';
import { roadside } from '#forms/roadside.ts';
import { evidenceRefusals } from '#server/files/evidence-refusals.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { createTestDevice } from '#testing/device.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { openTestPage } from '#testing/open-test-page.ts';
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
    { name: 'page.jpg', state: 'failed', message: evidenceRefusals.active },
    { name: 'of-another-form.jpg', state: 'chosen' },
  ]);
  dropUnstored(() => true);
});

test('A browser that refuses storage and messages between tabs keeps chosen photographs in memory, and sends the form', async () => {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const { tab } = createConnectedDevice(app);
  const page = await openTestPage(roadside);
  const memory = await import('./unstored-photographs.ts');
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('BroadcastChannel', refuse);
  vi.stubGlobal('indexedDB', { databases: refuse, open: refuse });
  await tab(async () => {
    await page.attach();
    page.fill(idris);
    await page.choose(new File([new Uint8Array(evidenceFiles.jpeg())], 'car.jpg', { type: 'image/jpeg' }));
    expect(memory.unstoredPhotographs.read()).toMatchObject([{ name: 'car.jpg', state: 'chosen' }]);
    await page.submit();
  });
  expect(page.read().receipt?.reference).toBe(app.rows()[0]?.reference);
  memory.dropUnstored(() => true);
});
