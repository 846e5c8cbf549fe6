import * as fake from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';

/** The origin of the pages on the device. */
export const deviceOrigin = 'https://kerbside.example';

/** Where requests of the device go: a server's answer, or a rejection where there is no signal. */
export type Network = (request: Request) => Promise<Response>;

/**
 * A browser's storage, locks and network in this process, for code that runs in pages and in the service worker. Requests with
 * relative addresses go to `network`, which can be replaced.
 */
export function createTestDevice(network: Network) {
  const device = { network };
  const { default: _, ...classes } = fake as Record<string, unknown>;
  const globals = {
    ...classes,
    indexedDB: new fake.IDBFactory(),
    location: new URL(deviceOrigin),
    navigator: { locks: createLocks() },
    fetch: (url: string, init?: RequestInit) => device.network(new Request(new URL(url, deviceOrigin), init)),
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
  return device;
}

type Options = { ifAvailable?: boolean };
type Act<Result> = (lock: object | null) => Promise<Result>;

/** Exclusive Web Locks. */
function createLocks() {
  const held = new Map<string, Promise<unknown>>();
  return {
    async request<Result>(name: string, ...[first, second]: [Act<Result>] | [Options, Act<Result>]): Promise<Result> {
      const [options, act] = second ? [first as Options, second] : [{}, first as Act<Result>];
      if (options.ifAvailable && held.has(name)) return act(null);
      while (held.has(name)) await held.get(name);
      const acting = act({});
      const ended = acting.catch(() => {});
      held.set(name, ended);
      await ended;
      held.delete(name);
      return acting;
    },
  };
}
