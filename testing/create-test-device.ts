import { AsyncLocalStorage } from 'node:async_hooks';
import * as fake from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';

/** The origin of the pages on the device. */
export const deviceOrigin = 'https://kerbside.example';

/** Where requests of the device go: a server's answer, or a rejection where there is no signal. */
export type Network = (request: Request) => Promise<Response>;

/** A tab, or the service worker. `diesAt`: the step at which it is killed, counted from 1. */
type Tab = { steps: number; diesAt: number; isDead: boolean; die: () => void };

const tabs = new AsyncLocalStorage<Tab>();

/**
 * A browser's storage, locks and network in this process, for code that runs in pages and in the service worker. Requests with
 * relative addresses go to `network`, which can be replaced.
 */
export function createTestDevice(network: Network) {
  const locks = createLocks();
  const factory = new fake.IDBFactory();
  const device = {
    network,
    /**
     * Runs code as a tab of its own, which is killed at a step: before it opens the database, before a request, or before its answer.
     * Returns how many steps it took, and whether it was killed.
     */
    async tab(act: () => Promise<unknown>, diesAt = Number.POSITIVE_INFINITY): Promise<{ steps: number; isDead: boolean }> {
      const { promise: died, resolve: die } = Promise.withResolvers<void>();
      const tab: Tab = { steps: 0, diesAt, isDead: false, die };
      await Promise.race([tabs.run(tab, act), died]);
      if (tab.isDead) locks.releaseAllOf(tab);
      return tab;
    },
  };
  const { default: _, ...classes } = fake as Record<string, unknown>;
  const globals = {
    ...classes,
    indexedDB: {
      databases: () => factory.databases(),
      deleteDatabase: (name: string) => factory.deleteDatabase(name),
      // The request of a tab that is dead never ends.
      open: (name: string, version?: number) => (isAlive() ? factory.open(name, version) : new fake.IDBOpenDBRequest()),
    },
    location: new URL(deviceOrigin),
    navigator: { locks },
    fetch: async (url: string, init?: RequestInit) => {
      if (!isAlive()) return never;
      const response = await device.network(new Request(new URL(url, deviceOrigin), init));
      return isAlive() ? response : never;
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
  return device;
}

const never = new Promise<never>(() => {});

/** Counts a step of the tab that runs; false where it is dead. */
function isAlive(): boolean {
  const tab = tabs.getStore();
  if (!tab) return true;
  tab.steps += 1;
  if (tab.steps === tab.diesAt) {
    tab.isDead = true;
    tab.die();
  }
  return !tab.isDead;
}

type Options = { ifAvailable?: boolean };
type Act<Result> = (lock: object | null) => Promise<Result>;
type Holder = { tab: Tab | undefined; release: () => void };

/** Exclusive Web Locks, which end with the tab that holds them. */
function createLocks() {
  const held = new Map<string, Holder & { ended: Promise<void> }>();

  return {
    async request<Result>(name: string, ...[first, second]: [Act<Result>] | [Options, Act<Result>]): Promise<Result> {
      const [options, act] = second ? [first as Options, second] : [{}, first as Act<Result>];
      const tab = tabs.getStore();
      if (options.ifAvailable && held.has(name)) return act(null);
      for (let holder = held.get(name); holder; holder = held.get(name)) await holder.ended;
      if (tab?.isDead) return never;
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const own = { tab, ended, release: resolve };
      held.set(name, own);
      void ended.then(() => held.get(name) === own && held.delete(name));
      try {
        return await act({});
      } finally {
        held.delete(name);
        own.release();
      }
    },
    releaseAllOf(tab: Tab): void {
      for (const [name, holder] of held) {
        if (holder.tab !== tab) continue;
        held.delete(name);
        holder.release();
      }
    },
  };
}
