// Protects: a page that was saved is shown where the network or the server fails or is late, and a browser that cannot read its cache shows the network's.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const origin = 'https://kerbside.example';
const savedSite = { version: '1', pages: { '/faq': 'a', '/roadside?lang=pl': 'b' }, assets: { '/assets/site-1.js': 'c' } };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns what the service worker answers to a request; null where it leaves it to the browser. */
async function openWorker(network: (url: string) => Promise<Response>, open: () => Promise<unknown> = openCache) {
  const listeners: Record<string, (event: object) => void> = {};
  vi.stubGlobal('self', { savedSite, clients: {}, registration: {} });
  vi.stubGlobal('location', new URL(`${origin}/service-worker.js`));
  vi.stubGlobal('caches', { open });
  vi.stubGlobal('addEventListener', (type: string, listen: (event: object) => void) => {
    listeners[type] = listen;
  });
  vi.stubGlobal('fetch', ({ url }: Request) => network(url));
  await import('./service-worker.ts');
  return async (path: string, { mode = 'navigate', method = 'GET' } = {}) => {
    let answer: Promise<Response> | null = null;
    const work: Promise<unknown>[] = [];
    listeners.fetch?.({
      request: { method, mode, url: new URL(path, origin).href },
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
      respondWith: (promise: Promise<Response>) => {
        answer = promise;
      },
    });
    if (!answer) return null;
    const settled = Promise.all([answer as Promise<Response>, ...work]);
    await vi.advanceTimersByTimeAsync(3_000);
    const [response] = await Promise.race([settled, Promise.reject(new Error('The event has not ended after three seconds.'))]);
    return await response.text();
  };
}

async function openCache() {
  return { match: async (path: string) => new Response(`saved ${path}`) };
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'));

test.each<[string, (url: string) => Promise<Response>]>([
  ['without a network', offline],
  ['where the server fails', async () => new Response('Bad gateway', { status: 502 })],
  ['where nothing arrives within three seconds, and the event ends then', () => new Promise(() => {})],
])('%s the saved page is shown, in its language', async (_, network) => {
  const answerTo = await openWorker(network);
  expect(await answerTo('/faq?utm_source=a')).toBe('saved /faq');
  expect(await answerTo('/roadside?lang=pl')).toBe('saved /roadside?lang=pl');
});

test('a page that arrives is the network’s, also where it says that there is none', async () => {
  const answerTo = await openWorker(async (url) => new Response(`the network's ${url}`, { status: 404 }));
  expect(await answerTo('/faq')).toBe(`the network's ${origin}/faq`);
});

test('what is posted, the desk, a claim and what is not saved are left to the browser', async () => {
  const answerTo = await openWorker(offline);
  expect(await answerTo('/faq', { method: 'POST' })).toBeNull();
  for (const path of ['/desk', '/your-claim', '/nowhere', 'https://elsewhere.example/faq'])
    expect(await answerTo(path)).toBeNull();
  expect(await answerTo('/assets/site-2.js', { mode: 'cors' })).toBeNull();
  expect(await answerTo('/assets/site-1.js', { mode: 'cors' })).toBe('saved /assets/site-1.js');
});

test('where the browser cannot open what it saved, pages and assets come from the network', async () => {
  const answerTo = await openWorker(
    async (url) => new Response(`the network's ${url}`),
    () => Promise.reject(new DOMException('Failed to open the database.', 'UnknownError')),
  );
  expect(await answerTo('/faq')).toBe(`the network's ${origin}/faq`);
  expect(await answerTo('/assets/site-1.js', { mode: 'cors' })).toBe(`the network's ${origin}/assets/site-1.js`);
});
