// Protects: what an earlier test does, in a tab or outside, reaches neither the storage nor the network of a later one, however late it goes on.
import { expect, test, vi } from 'vitest';
import { remove } from './waiting-store.ts';

const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
const done: string[] = [];
/** Nobody knows whose this is: it was begun by a test that has no device, or had it made by a function that waits. */
void later.then(() => fetch('/late of no tab')).catch(() => {});

test('A tab goes on after its test, as one does that waits for a timer', async () => {
  const { createTestDevice } = await import('#testing/device.ts');
  const device = createTestDevice(async () => new Response());
  for (const [what, act] of Object.entries(acts)) {
    const goesOn = async () => {
      await later;
      done.push(what);
      await act();
      done.push(`${what} has ended`);
    };
    void device.tab(goesOn);
    void goesOn().catch(() => {});
  }
  expect(await device.tab(() => fetch('/'))).toMatchObject({ isDead: false });
});

test('Nothing that it does then arrives anywhere', async () => {
  // As in another test file, which loads all modules again.
  vi.resetModules();
  const { createTestDevice } = await import('#testing/device.ts');
  const requests: string[] = [];
  const device = createTestDevice(async ({ url }) => {
    requests.push(url);
    return new Response();
  });
  goOn();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual(Object.keys(acts).flatMap((what) => [what, what]));
  expect([requests, device.localStorage.length, await indexedDB.databases()]).toEqual([[], 0, []]);
  expect(await navigator.locks.request('a lock', { ifAvailable: true }, async (lock) => lock !== null)).toBe(true);
});

const acts: Record<string, () => Promise<unknown>> = {
  request: () => fetch('/late'),
  write: () => remove('a key'),
  look: () => indexedDB.databases(),
  lock: () => navigator.locks.request('a lock', () => new Promise(() => {})),
  draft: async () => window.localStorage.setItem('draft', 'late'),
};
