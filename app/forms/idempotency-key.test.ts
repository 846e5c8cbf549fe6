// Protects: the same answers have one key as long as their fate is unknown, and another one ten minutes after they were accepted.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { day, minute } from '#forms/durations.ts';
import { createWebStorage } from '#testing/web-storage.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T14:05:00Z'), toFake: ['Date'] });
  vi.stubGlobal('window', { sessionStorage: createWebStorage(), localStorage: createWebStorage() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('The same answers have one key in every tab, and after a reload; others have another', async () => {
  const [one, two] = [await openTab(), await openTab()];
  const key = await one.keyFor('claim', 'A', 'draft');
  expect(await two.keyFor('claim', 'A', 'of another tab')).toBe(key);
  expect(await one.keyFor('claim', 'B', 'draft')).not.toBe(key);
  expect(await (await openTab()).keyFor('claim', 'A', 'draft')).toBe(key);
});

test('Answers whose fate is unknown keep their key for thirty days', async () => {
  const tab = await openTab();
  const key = await tab.keyFor('claim', 'A', 'draft');
  vi.setSystemTime(Date.now() + 29 * day);
  expect(await tab.keyFor('claim', 'A', 'draft')).toBe(key);
  vi.setSystemTime(Date.now() + 2 * day);
  expect(await tab.keyFor('claim', 'A', 'draft')).not.toBe(key);
});

test('Ten minutes after they were accepted the same answers are new, and their draft is still known under both keys', async () => {
  const tab = await openTab();
  const key = await tab.keyFor('claim', 'A', 'draft');
  tab.markAccepted('claim', key);
  vi.setSystemTime(Date.now() + 10 * minute - 1);
  expect(await tab.keyFor('claim', 'A', 'draft')).toBe(key);
  vi.setSystemTime(Date.now() + 1);
  const later = await tab.keyFor('claim', 'A', 'draft');
  expect(later).not.toBe(key);
  expect(tab.keysOf('claim', 'draft')).toEqual([later, key]);
});

test('Without storage the keys are those of the page', async () => {
  vi.stubGlobal('window', {});
  const tab = await openTab();
  const key = await tab.keyFor('claim', 'A', 'draft');
  expect(await tab.keyFor('claim', 'A', 'draft')).toBe(key);
});

async function openTab() {
  vi.resetModules();
  return import('./idempotency-key.ts');
}
