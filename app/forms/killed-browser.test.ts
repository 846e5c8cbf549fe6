// Protects: what was typed, or ended, a moment before the browser was killed is so again, and what is newer than its copy stays.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDevice } from '#testing/device.ts';
import { createWebStorage } from '#testing/web-storage.ts';

/** A browser writes `localStorage` to the disk seconds later: one that is killed has what it had before. */

const typed = (name: string) => ({ id: 'of this draft', values: { name }, waiting: null });

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T14:05:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test.each([
  { what: 'typed', before: null, last: 'Aoife' },
  { what: 'typed on', before: 'Ao', last: 'Aoife' },
  { what: 'ended', before: 'Aoife', last: null },
])('What was $what last is so again after the browser was killed', async ({ before, last }) => {
  const { open, write, copied, kill, draft } = createPhone();
  if (before) await write(before);
  await copied();
  const killed = kill();
  await write(last);
  await copied();
  killed();
  await open();
  expect(await draft()).toBe(last);
});

test('What was written while the page was closed, or typed before the copy was read, stays, and is copied then', async () => {
  const { open, write, copied, kill, draft, timers } = createPhone();
  await write('A');
  await copied();
  await write('Aoife');
  // Its page is closed before the copy is made.
  timers.splice(0);
  await open();
  expect(await draft()).toBe('Aoife');
  await copied();
  const killed = kill();
  await write(null);
  timers.splice(0);
  await open();
  await copied();
  killed();
  await open();
  expect(await draft()).toBeNull();
});

test('What was written after the clock was put back stays, although the copy was made at a later hour', async () => {
  const { open, write, copied, draft, timers } = createPhone();
  await write('A');
  await copied();
  vi.setSystemTime(Date.now() - hour);
  await write('Aoife');
  // Its page is closed before the copy is made.
  timers.splice(0);
  await open();
  expect(await draft()).toBe('Aoife');
});

test('A tab that is restored with what it had before shows what was typed last in it; another tab keeps its own', async () => {
  const [own, other] = [createWebStorage(), createWebStorage()];
  const { open, write, copied, kill, draft } = createPhone();
  await write('Other tab', other);
  await write('A', own);
  const killed = kill(own);
  await write('Aoife', own);
  await copied();
  killed();
  await open();
  expect([await draft(own), await draft(other)]).toEqual(['Aoife', 'Other tab']);
});

test('A visit that changes nothing makes no database, and one that IndexedDB refuses or never answers goes on', async () => {
  const { open, write, copied, draft } = createPhone();
  await open();
  await write(null);
  await copied();
  expect(await indexedDB.databases()).toEqual([]);
  await write('Aoife');
  for (const request of [
    () => ({}),
    () => {
      throw new DOMException('It is refused.', 'SecurityError');
    },
  ]) {
    vi.stubGlobal('indexedDB', { open: request });
    await open();
    await copied();
    expect(await draft()).toBe('Aoife');
  }
});

function createPhone() {
  const { tab, timers, localStorage } = createTestDevice(() => Promise.reject(new TypeError('Failed to fetch')));
  const first = createWebStorage();
  type Page = typeof import('./browser-storage.ts') & typeof import('./form-draft.ts');
  /** Something that a page does which is then closed. */
  async function inPage<Result>(act: (page: Page) => Result, session = createWebStorage()): Promise<Result> {
    vi.advanceTimersByTime(1_000);
    vi.resetModules();
    const page = { ...(await import('./browser-storage.ts')), ...(await import('./form-draft.ts')) };
    let result: Result | undefined;
    await tab(
      async () => {
        result = await act(page);
      },
      undefined,
      session,
    );
    return result as Result;
  }
  return {
    timers,
    open: () => inPage((page) => page.recoverStored()),
    /** Writes a draft, or ends it. */
    write: (name: string | null, session = first) =>
      inPage((page) => page.writeDraft('claim', name === null ? null : typed(name)), session),
    draft: async (session?: Storage) => (await inPage((page) => page.readDraft('claim'), session))?.values.name ?? null,
    /** The moment has passed after which pages copy what was written. */
    copied: async () => {
      for (const { act } of timers.splice(0)) act();
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    /** Remembers what is on the disk now; killed later, the browser has that. */
    kill: (session = createWebStorage()) => {
      const disk = [localStorage, session].map((storage) => ({ storage, items: { ...storage } }));
      return () => {
        for (const { storage, items } of disk) {
          storage.clear();
          Object.assign(storage, items);
        }
      };
    },
  };
}
