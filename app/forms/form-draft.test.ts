// Protects: a draft outlives its tab for thirty days, belongs to one tab, and ends with its submission.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { day } from '#forms/durations.ts';
import { createWebStorage } from '#testing/web-storage.ts';

/** Drafts of forms in several tabs of one device, with a clock of its own. */

const typed = (name: string) => ({ id: `of ${name}`, values: { name }, waiting: null });
let device: Storage;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T14:05:00Z'), toFake: ['Date'] });
  device = createWebStorage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('A draft outlives its tab and the browser for thirty days, and no longer', async () => {
  (await openTab()).writeDraft('claim', typed('Aoife'));
  expect((await openTab()).readDraft('claim')).toMatchObject(typed('Aoife'));
  vi.setSystemTime(Date.now() + 29 * day);
  expect((await openTab()).readDraft('claim')).toMatchObject(typed('Aoife'));
  vi.setSystemTime(Date.now() + 2 * day);
  const tab = await openTab();
  expect(tab.readDraft('claim')).toBeNull();
  tab.endOldDrafts();
  expect(device.getItem('draft:claim')).toBeNull();
});

test('A tab that is reloaded has its own draft, and a new one has that which was typed last', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.writeDraft('claim', typed('One'));
  two.writeDraft('claim', typed('Two'));
  expect((await one.reload()).readDraft('claim')).toMatchObject(typed('One'));
  expect((await openTab()).readDraft('claim')).toMatchObject(typed('Two'));
});

test('A draft that is ended in its tab is on the device no more, and that of another tab stays', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.writeDraft('claim', typed('One'));
  one.writeDraft('claim', null);
  expect(JSON.stringify([device, one.session])).not.toContain('One');
  one.writeDraft('claim', typed('One'));
  two.writeDraft('claim', typed('Two'));
  one.writeDraft('claim', null);
  expect((await openTab()).readDraft('claim')).toMatchObject(typed('Two'));
});

test('A draft that a new tab took over ends with that tab', async () => {
  (await openTab()).writeDraft('claim', typed('Shared phone'));
  const tab = await openTab();
  tab.writeDraft('claim', tab.readDraft('claim'));
  tab.writeDraft('claim', null);
  expect(device.getItem('draft:claim')).toBeNull();
  expect((await openTab()).readDraft('claim')).toBeNull();
});

test('A draft ends with its submission, though the tab that wrote it is closed', async () => {
  const waiting = { key: 'a', values: { name: 'Sent' } };
  (await openTab()).writeDraft('claim', { ...typed('Sent'), waiting });
  const tab = await openTab();
  tab.endDraftOf('claim', 'of another');
  expect(tab.readDraft('claim')).toMatchObject({ waiting });
  tab.endDraftOf('claim', 'a');
  expect(device.getItem('draft:claim')).toBeNull();
  const sent = await openTab();
  sent.writeDraft('claim', typed('Sent'));
  const key = await sent.keyFor('claim', 'the answers', typed('Sent').id);
  tab.endDraftOf('claim', key);
  expect(device.getItem('draft:claim')).toBeNull();
});

test('A draft that another tab takes over is the same draft, with its keys, and with the photographs of a tab that has some', async () => {
  const one = await openTab();
  one.writeDraft('claim', typed('One'));
  const key = await one.keyFor('claim', 'the answers', typed('One').id);
  const two = await openTab();
  expect(two.readDraft('claim')?.id).toBe(typed('One').id);
  const three = await openTab();
  three.keepDraftId('claim', 'of its photographs');
  expect(three.readDraft('claim')).toMatchObject({ id: 'of its photographs', values: { name: 'One' } });
  for (const id of [typed('One').id, 'of its photographs']) expect(three.keysOf('claim', id)).toEqual([key]);
});

test('A draft that was typed before hydration is read, and can be ended by any tab', async () => {
  device.setItem('draft:claim', JSON.stringify({ at: Date.now(), values: { name: 'Early' }, page: 1 }));
  const tab = await openTab();
  expect(tab.readDraft('claim')).toMatchObject({ values: { name: 'Early' }, page: 1 });
  tab.writeDraft('claim', null);
  expect(device.getItem('draft:claim')).toBeNull();
});

/** A tab with storage of its own beside that of the device. */
async function openTab(session = createWebStorage()) {
  const load = async () => {
    vi.resetModules();
    const module = { ...(await import('./form-draft.ts')), ...(await import('./idempotency-key.ts')) };
    const inTab =
      <Given extends unknown[], Result>(act: (...given: Given) => Result) =>
      (...given: Given): Result => {
        vi.stubGlobal('window', { sessionStorage: session, localStorage: device });
        return act(...given);
      };
    return {
      session,
      readDraft: inTab(module.readDraft),
      writeDraft: inTab(module.writeDraft),
      keepDraftId: inTab(module.keepDraftId),
      keyFor: inTab(module.keyFor),
      keysOf: inTab(module.keysOf),
      endDraftOf: inTab(module.endDraftOf),
      endOldDrafts: inTab(module.endOldDrafts),
    };
  };
  return { ...(await load()), reload: load };
}
