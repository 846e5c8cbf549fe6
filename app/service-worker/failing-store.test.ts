// Protects: a browser that cannot read its cache shows the page from the network.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('where the browser cannot open what it saved, pages and assets come from the network', async () => {
  const listeners: Record<string, (event: object) => void> = {};
  const savedSite = { version: '1', pages: { '/faq': 'a' }, assets: { '/assets/site-1.js': 'b' } };
  vi.stubGlobal('self', { savedSite, clients: {}, registration: {} });
  vi.stubGlobal('location', new URL('https://kerbside.example/service-worker.js'));
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('Failed to open the database.', 'UnknownError')) });
  vi.stubGlobal('addEventListener', (type: string, listen: (event: object) => void) => {
    listeners[type] = listen;
  });
  vi.stubGlobal('fetch', async ({ url }: Request) => new Response(`the network's ${url}`));
  await import('./service-worker.ts');

  for (const [path, mode] of [
    ['/faq', 'navigate'],
    ['/assets/site-1.js', 'cors'],
  ]) {
    const request = { method: 'GET', mode, url: `https://kerbside.example${path}` };
    const { promise, resolve } = Promise.withResolvers<Response>();
    listeners.fetch?.({ request, waitUntil: () => {}, respondWith: resolve });
    expect(await (await promise).text()).toBe(`the network's ${request.url}`);
  }
});
