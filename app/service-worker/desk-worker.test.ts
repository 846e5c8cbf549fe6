// Protects: a browser whose push service gives it another address goes on being told.
import { expect, onTestFinished, test, vi } from 'vitest';

type Listener = (event: object) => void;

/** The worker of the desk with what a browser gives it; returns its listeners, and what it posts. */
async function start() {
  onTestFinished(() => void vi.unstubAllGlobals());
  const listeners = new Map<string, Listener>();
  const posted: Record<string, string>[] = [];
  const subscribe = vi.fn(async () => subscriptionAt('https://fcm.googleapis.com/anew'));
  vi.stubGlobal('self', { clients: {}, registration: { pushManager: { subscribe } }, skipWaiting: async () => {} });
  vi.stubGlobal('addEventListener', (name: string, listener: Listener) => listeners.set(name, listener));
  vi.stubGlobal('fetch', async (path: string, { body }: { body: URLSearchParams }) => {
    posted.push({ path, ...Object.fromEntries(body) });
  });
  await import('./desk-worker.ts');
  const change = async (event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get('pushsubscriptionchange')?.({
      oldSubscription: null,
      newSubscription: null,
      ...event,
      waitUntil: (given: Promise<unknown>) => {
        work = given;
      },
    });
    await work;
  };
  return { change, posted, subscribe };
}

function subscriptionAt(endpoint: string) {
  return { options: { applicationServerKey: 'key' }, toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }) };
}

test('the new address is told; where there is none, another is asked for with the same key, if one may', async () => {
  const { change, posted, subscribe } = await start();
  await change({ newSubscription: subscriptionAt('https://fcm.googleapis.com/new') });
  await change({ oldSubscription: subscriptionAt('https://fcm.googleapis.com/old') });
  expect(subscribe.mock.calls).toEqual([[{ applicationServerKey: 'key' }]]);
  // The permission was taken away.
  await change({});
  const sent = { path: '/desk/push', act: 'on', p256dh: 'p', auth: 'a' };
  expect(posted).toEqual(['new', 'anew'].map((name) => ({ ...sent, endpoint: `https://fcm.googleapis.com/${name}` })));
});
