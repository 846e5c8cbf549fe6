import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import * as fake from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';
import { createWebStorage } from './web-storage.ts';

/** The origin of the pages on the device. */
export const deviceOrigin = 'https://kerbside.example';

/** Where requests of the device go: a server's answer, or a rejection where there is no signal. */
export type Network = (request: Request) => Promise<Response>;

/** A tab, or the service worker. `diesAt`: the step at which it is killed, counted from 1. */
type Tab = { steps: number; diesAt: number; isDead: boolean; die: () => void; session: Storage | null; stop: Stop | null };

/** What is to be done after so many milliseconds. */
type Timer = { act: () => void; ms: number };

/** Where a tab stands still: before its nth look at what is stored, lock, request or answer, counted from 1, until it may go on. */
type Stop = { at: number; until: Promise<unknown>; onReached?: () => void };

/**
 * The tab that runs. One for the process: each test file loads this one as a module of its own, and a tab of an earlier file may go on
 * late, when the globals are those of the next.
 */
const tabs = sharedTabs();

/**
 * A browser's storage, locks and network in this process, for code that runs in pages and in the service worker. Requests with
 * relative addresses go to `network`, which can be replaced. The timers of tabs never fire: what is to happen is called for, as by
 * what is in `timers`. `withoutTabs`: the test runs what a page does by itself. Elsewhere a request that comes from no tab is one of an
 * earlier test, such as an upload that is tried again, and gets nowhere.
 */
export function createTestDevice(network: Network, { withoutTabs = false } = {}) {
  const locks = createLocks();
  const factory = new fake.IDBFactory();
  const localStorage = createWebStorage();
  const events = new EventTarget();
  const timers: Timer[] = [];
  let isSwitchedOff = false;
  const opened = new Set<Tab>();
  const device = {
    network,
    localStorage,
    /** What tabs that are open want to do later. */
    timers,
    /** Fires an event of the window, which every page hears. */
    dispatch: (type: string, more: object = {}) => events.dispatchEvent(Object.assign(new Event(type), more)),
    /** Whether a tab or the service worker waits for a lock that another one has. */
    isLockWaitedFor: locks.isWaitedFor,
    /** Closes the tab that runs, as when its network calls this. */
    closeTab: () => {
      const tab = tabs.getStore();
      if (tab) kill(tab);
    },
    /**
     * Runs code as a tab of its own, which is killed at a step: before it opens the database, before a request, or before its answer.
     * Returns how many steps it took, and whether it was killed. `session`: its `sessionStorage`, which outlives it.
     */
    async tab(
      act: () => Promise<unknown>,
      diesAt = Number.POSITIVE_INFINITY,
      session = createWebStorage(),
      stop: Stop | null = null,
    ): Promise<{ steps: number; isDead: boolean }> {
      const { promise: died, resolve: die } = Promise.withResolvers<void>();
      const tab: Tab = { steps: 0, diesAt, isDead: false, die, session, stop };
      opened.add(tab);
      await Promise.race([tabs.run(tab, act), died]);
      if (tab.isDead) locks.releaseAllOf(tab);
      return tab;
    },
  };
  // That of the process, or of another device in the same test.
  const fetchElsewhere = fetch;
  const { default: _, indexedDB: _own, ...classes } = fake as Record<string, unknown>;
  // They stay: what a page writes may end after its test.
  Object.assign(globalThis, classes);
  const globals = {
    indexedDB: {
      databases: async () => {
        await mayStop();
        return tabs.getStore()?.isDead ? never : factory.databases();
      },
      deleteDatabase: (name: string) => factory.deleteDatabase(name),
      // The request of a tab that is dead never ends.
      open: (name: string, version?: number) =>
        isAlive() && !isSwitchedOff ? factory.open(name, version) : new fake.IDBOpenDBRequest(),
    },
    location: new URL(deviceOrigin),
    navigator: { locks },
    // Not counted: pages of another test file may still listen, and have loaded this file as a module of their own.
    BroadcastChannel: channelsOf(randomUUID()),
    window: createWindow(localStorage, opened, timers),
    document: new EventTarget(),
    // What a page does about an event ends with its tab, no matter what fires it.
    addEventListener: (type: string, act: (event: Event) => void) => events.addEventListener(type, AsyncLocalStorage.bind(act)),
    removeEventListener: () => {},
    fetch: async (url: string, init?: RequestInit) => {
      // A script asks for the time at which it came from the server.
      if (url.startsWith('file:')) throw new TypeError('Failed to fetch');
      // What a server of an earlier test file still sends to its own receivers is nothing of this device's.
      if (new URL(url, deviceOrigin).origin !== deviceOrigin) return fetchElsewhere(url, init);
      if (!withoutTabs && !tabs.getStore()) throw new TypeError(`No tab has sent this: ${url}`);
      await mayStop();
      if (!isAlive()) return never;
      const response = await device.network(new Request(new URL(url, deviceOrigin), init));
      await mayStop();
      return isAlive() ? response : never;
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  // What the test does outside its tabs ends with it too.
  const outside: Tab = { steps: 0, diesAt: 0, isDead: false, die: () => {}, session: null, stop: null };
  tabs.enterWith(outside);
  onTestFinished(async () => {
    isSwitchedOff = true;
    // What a page is writing goes through, as on a disk.
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    // A timer or an answer may come later, when the globals are those of another test.
    for (const tab of [outside, ...opened]) kill(tab);
    vi.unstubAllGlobals();
  });
  return device;
}

function sharedTabs(): AsyncLocalStorage<Tab> {
  const shared = globalThis as { testTabs?: AsyncLocalStorage<Tab> };
  shared.testTabs ??= new AsyncLocalStorage();
  return shared.testTabs;
}

const never = new Promise<never>(() => {});

/** The storage of the tab that runs, which a dead tab can no longer change, and the device's. Timers never fire. */
function createWindow(localStorage: Storage, opened: Set<Tab>, timers: Timer[]) {
  const alive = (storage: Storage | null | undefined): Storage => {
    if (!storage || tabs.getStore()?.isDead) throw new DOMException('It is closed.', 'SecurityError');
    return storage;
  };
  return {
    get sessionStorage() {
      return alive(tabs.getStore()?.session);
    },
    get localStorage() {
      return alive(localStorage);
    },
    // A tab of an earlier test has none.
    setTimeout: (act: () => void, ms: number) => (opened.has(tabs.getStore() as Tab) ? timers.push({ act, ms }) : 1),
  };
}

/** Counts a step of the tab that runs; false where it is dead. */
function isAlive(): boolean {
  const tab = tabs.getStore();
  if (!tab) return true;
  tab.steps += 1;
  if (tab.steps === tab.diesAt) kill(tab);
  return !tab.isDead;
}

function kill(tab: Tab): void {
  tab.isDead = true;
  tab.die();
}

/** Holds the tab that runs where it is to stand still. */
async function mayStop(): Promise<void> {
  const stop = tabs.getStore()?.stop;
  if (!stop) return;
  stop.at -= 1;
  if (stop.at !== 0) return;
  stop.onReached?.();
  await stop.until;
}

/** Channels that pages of other tests do not hear. What a page does about a message ends with its tab. */
function channelsOf(device: string) {
  return class extends BroadcastChannel {
    constructor(name: string) {
      super(`${device} ${name}`);
    }
    override set onmessage(act: (event: Event) => void) {
      super.onmessage = AsyncLocalStorage.bind(act);
    }
  };
}

type Options = { ifAvailable?: boolean; mode?: LockMode; signal?: AbortSignal };
type Act<Result> = (lock: object | null) => Promise<Result>;
type Holder = { name: string; mode: LockMode; tab: Tab | undefined; ended: Promise<void>; release: () => void };

/** Web Locks, which end with the tab that holds them. */
function createLocks() {
  const held = new Set<Holder>();
  let waiters = 0;

  return {
    isWaitedFor: () => waiters > 0,
    async request<Result>(name: string, ...[first, second]: [Act<Result>] | [Options, Act<Result>]): Promise<Result> {
      const [options, act] = second ? [first as Options, second] : [{}, first as Act<Result>];
      const tab = tabs.getStore();
      const { ifAvailable = false, mode = 'exclusive', signal } = options;
      // What only shares a lock is about to open the database.
      if (mode === 'exclusive') await mayStop();
      if (tab?.isDead) return never;
      const isInTheWay = (one: Holder) => one.name === name && [one.mode, mode].includes('exclusive');
      const holder = () => [...held].find(isInTheWay);
      if (ifAvailable && holder()) return act(null);
      waiters += 1;
      const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
      for (let first = holder(); first && !signal?.aborted; first = holder()) await Promise.race([first.ended, aborted]);
      waiters -= 1;
      // Its limit of a minute may pass long after its test: it would send without the lock.
      if (tab?.isDead) return never;
      signal?.throwIfAborted();
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const own: Holder = { name, mode, tab, ended, release: () => held.delete(own) && resolve() };
      held.add(own);
      try {
        return await act({});
      } finally {
        own.release();
      }
    },
    releaseAllOf(tab: Tab): void {
      for (const holder of held) if (holder.tab === tab) holder.release();
    },
  };
}
