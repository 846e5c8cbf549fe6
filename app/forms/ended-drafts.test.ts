// Protects: an accepted or deleted submission leaves no draft on the device.
import { expect, test, vi } from 'vitest';
import { formEndpoint } from '#app/waiting/post-submission.ts';
import { keep, readWaiting } from '#app/waiting/waiting-store.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import { createTestDevice } from '#testing/device.ts';
import { createWebStorage } from '#testing/web-storage.ts';

/** What a page does with a draft that a closed tab left on the device, when its submission is accepted or deleted. */

test('A draft is on the device no more once its claim was accepted, and photographs in memory are sent', async () => {
  const { device, submission, list, memory } = await openPage('claim', {
    kind: 'accepted',
    receipt: { kind: 'accepted', reference: '7F4M-9TQX', createdAt: 0 },
  });
  memory.holdInMemory('claim', new File(['photograph'], 'car.jpg', { type: 'image/jpeg' }));
  expect(list.storeOf('claim')?.read().waiting?.key).toBe(submission.key);
  await list.refresh();
  expect(device.getItem('draft:claim')).toBeNull();
  expect(memory.unstoredPhotographs.read()).toMatchObject([{ name: 'car.jpg', state: 'sending' }]);
  memory.dropUnstored(() => true);
});

test('A draft is on the device no more once its submission was deleted on another page', async () => {
  const { device, session, submission, list, actions } = await openPage('contact', { kind: 'waiting' });
  expect(list.storeOf('contact')?.read().waiting?.key).toBe(submission.key);
  await actions.cancelWaiting(submission);
  expect(await readWaiting()).toEqual([]);
  expect([device.getItem('draft:contact'), session.getItem('draft:contact')]).toEqual([null, null]);
});

/** A page without a form, on a device with a submission of a tab that was closed. */
async function openPage(slug: string, state: WaitingSubmission['state']) {
  createTestDevice(() => Promise.reject(new TypeError('Failed to fetch')));
  const [session, device] = [createWebStorage(), createWebStorage()];
  vi.stubGlobal('window', { sessionStorage: session, localStorage: device });
  const place = { url: formEndpoint, slug, path: '/', what: 'claim' as const };
  const submission = (await keep({ ...place, key: slug, body: '{}', createdAt: Date.now(), state })) as WaitingSubmission;
  const values = { phone: '07700 900601', email: 'aoife@example.com' };
  const draft = { at: Date.now(), tab: 'closed', values, waiting: { key: slug, values }, sentAs: [slug] };
  device.setItem(`draft:${slug}`, JSON.stringify(draft));
  vi.resetModules();
  return {
    device,
    session,
    submission,
    list: await import('./waiting-list.ts'),
    actions: await import('./waiting-actions.ts'),
    memory: await import('./unstored-photographs.ts'),
  };
}
