// Protects: a browser that holds a claim, a photograph and a draft that the pages of commit 62fea7c3 left sends them to this release.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { openTestPage } from '#testing/open-test-page.ts';
import { createWebStorage } from '#testing/web-storage.ts';
import { readBytes, readPhotographs } from './photograph-store.ts';
import { sendWaiting } from './send-waiting.ts';
import { readWaiting } from './waiting-store.ts';

const at = Date.now() - 60_000;
const [key, draftId, tab] = [
  '76ff693384305db475e621fdc69245a7',
  '221a9227c1c21c954463546c48637b14',
  '11e3212a986145f6d41a9a5fcb30e475',
];

/** As its pages wrote them: what waits in IndexedDB, and the rest in the web storage that all tabs share. */
const submission = {
  key,
  body: JSON.stringify({ formName: 'Roadside Start', formData: idris }),
  url: '/functions/v1/send-form-email',
  slug: 'roadside',
  path: '/roadside',
  what: 'claim',
  createdAt: at,
  last: { at, unsent: { kind: 'unreachable', isOffline: false } },
  state: { kind: 'waiting' },
  keptAfter: null,
  notTaken: [],
  mayHaveArrived: true,
  photographs: 1,
};
const photograph = { id: 1, key, name: 'one.jpg', type: 'image/jpeg', size: 12, addedAt: at };
const draft = { id: draftId, values: { firstName: 'Aoife', phone: aoife.phone }, waiting: null, at, tab };
const sentAs = {
  digest: 'GTd7LweCsvJaQVLD7sCBn7EQR0xntGeI4jjXGfNWDsw=',
  key,
  validUntil: at + 1e9,
  drafts: ['f5b8'],
  keptUntil: at + 1e9,
};

test('What waits is sent under its key, and what was typed is in the form again and is sent', async () => {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const device = createConnectedDevice(app);
  device.localStorage.setItem('draft:claim', JSON.stringify(draft));
  device.localStorage.setItem('sent:roadside', JSON.stringify([sentAs]));
  await device.tab(async () => {
    await leaveWaiting();
    await sendWaiting('leave');
  });
  expect(app.rows()).toMatchObject([{ form_name: 'Roadside Start', idempotency_key: key }]);
  await device.tab(async () => {
    expect(await readWaiting()).toMatchObject([{ key, state: { kind: 'accepted' }, photographs: 1 }]);
    // It goes to the claim now, by the link of the receipt.
    const [chosen] = await readPhotographs(key);
    expect(new TextDecoder().decode((await readBytes({ id: chosen?.id ?? 0 })) ?? undefined)).toBe('a photograph');
  });

  await device.tab(
    async () => {
      const page = await openTestPage(claim);
      await page.attach();
      expect(page.read()).toMatchObject({ values: draft.values });
      page.fill(aoife);
      await page.submit();
    },
    undefined,
    createWebStorage(),
  );
  expect(app.rows().map(({ form_name }) => form_name)).toEqual(['Roadside Start', 'Make a Claim']);
});

async function leaveWaiting(): Promise<void> {
  const request = indexedDB.open('kerbside-waiting', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('submissions', { keyPath: 'key' });
    request.result.createObjectStore('photographs', { keyPath: 'id' }).createIndex('key', 'key');
    request.result.createObjectStore('bytes', { autoIncrement: true });
  };
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const tx = request.result.transaction(['submissions', 'photographs', 'bytes'], 'readwrite');
  tx.objectStore('submissions').put(submission);
  tx.objectStore('photographs').put(photograph);
  tx.objectStore('bytes').add(new TextEncoder().encode('a photograph').buffer, photograph.id);
  await new Promise((resolve) => tx.addEventListener('complete', resolve));
  request.result.close();
}
