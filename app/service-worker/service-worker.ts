import { notifyTabs, sendWaiting, sendWaitingPhotographs } from '#app/waiting/send-waiting.ts';
import { waitingName } from '#app/waiting/waiting-mark.ts';
import type { SavedSite } from '#server/web/saved-site.ts';

/**
 * The service worker: keeps the public pages readable without a network. The server writes `savedSite` in front of this script
 * (server/web/saved-site.ts). A new version waits until no page of the old one is open, as browsers do by themselves.
 */
const { savedSite, clients, registration } = self as unknown as WorkerScope;

/** A page that has not begun to arrive within this time is shown from the saved site. */
const networkTimeoutMs = 3_000;

/** How many requests run at once while the site is saved: those of the visitor come first. */
const atOnce = 4;

const prefix = 'saved-site-';
const cacheName = prefix + savedSite.version;

/** A cache of this name marks another one that is not complete. */
const unfinished = '-unfinished';

addEventListener('install', (event) => (event as ExtendableEvent).waitUntil(saveSite()));

addEventListener('activate', (event) => (event as ExtendableEvent).waitUntil(takeOver()));

/** Requests that are not answered here are left to the browser: every POST, the desk, the page of a claim, other origins. */
addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode !== 'navigate') {
    if (pathname in savedSite.assets) (event as FetchEvent).respondWith(openAsset(request, pathname));
    return;
  }
  // A saved page depends on no parameter but the language. Who sent the visitor is sent by the page's own script, also from a saved one.
  const path = [`${pathname}?lang=${searchParams.get('lang')}`, pathname].find((path) => path in savedSite.pages);
  if (path) (event as FetchEvent).respondWith(openPage(request, path));
});

// With Background Sync, waiting submissions and their photographs are sent even though every page is closed.
addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as ExtendableEvent & { tag: string };
  if (tag === waitingName) waitUntil.call(event, sendOrTryLater());
});

async function sendOrTryLater(): Promise<void> {
  const isSent = await sendWaiting('wait');
  const isAllSent = (await sendWaitingPhotographs('wait')) && isSent;
  // Pages show why the rest waits.
  notifyTabs();
  if (!isAllSent) throw new Error('Not sent yet: the browser tries again.');
}

/**
 * Saves what an earlier attempt did not: browsers end service workers that work for long. Before everything is saved the installation
 * fails, so that no page is answered from a part. A file that is not the one in the list, such as one of another build or of a
 * captive portal, is refused by the browser.
 */
async function saveSite(): Promise<void> {
  await removeUnfinished();
  await caches.open(cacheName + unfinished);
  const cache = await caches.open(cacheName);
  const files = Object.entries({ ...savedSite.pages, ...savedSite.assets });
  await Promise.all(Array.from({ length: atOnce }, () => saveNext(cache, files)));
  await caches.delete(cacheName + unfinished);
}

/** Removes the parts of builds that were replaced before they were saved. */
async function removeUnfinished(): Promise<void> {
  const parts = (await caches.keys()).filter((name) => name.endsWith(unfinished) && name !== cacheName + unfinished);
  await Promise.all(parts.flatMap((name) => [name.slice(0, -unfinished.length), name]).map((name) => caches.delete(name)));
}

async function saveNext(cache: Cache, files: [string, string][]): Promise<void> {
  for (let file = files.shift(); file; file = files.shift()) await save(cache, ...file);
}

async function save(cache: Cache, path: string, digest: string): Promise<void> {
  if (await cache.match(path, { ignoreVary: true })) return;
  const response = await fetch(path, { cache: 'no-cache', redirect: 'error', integrity: `sha256-${digest}` });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  await cache.put(path, response).catch(leaveRoom);
}

/** Where the device has no room, what waits to be sent needs it more. */
async function leaveRoom(error: unknown): Promise<void> {
  await Promise.all([cacheName, cacheName + unfinished].map((name) => caches.delete(name)));
  throw error;
}

async function takeOver(): Promise<void> {
  await removeOthers();
  // An earlier version enabled navigation preload, which outlives it: the desk and the pages of claims would be requested twice.
  await registration.navigationPreload?.disable();
  // Even the page of the first visit can then change to others without a network. Assets are named by their content, so no page gets
  // those of another build.
  await clients.claim();
}

/** Removes what other versions saved; a newer one that is being saved meanwhile does so itself once it takes over. */
async function removeOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  if (registration.installing || registration.waiting) return;
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function openAsset(request: Request, path: string): Promise<Response> {
  return (await findSaved(path)) ?? fetch(request);
}

/**
 * Gets a page from the network, or from the saved site where the network or the server fails or takes too long. The event ends with the
 * answer: a request that never ends would keep a version that waits from taking over.
 */
async function openPage(request: Request, path: string): Promise<Response> {
  const arriving = fetch(request);
  const arrived = arriving.catch(() => null);
  const saved = await findSaved(path);
  if (!saved) return arriving;
  const late = new Promise<null>((resolve) => setTimeout(resolve, networkTimeoutMs, null));
  const response = await Promise.race([arrived, late]);
  return response && response.status < 500 ? response : saved;
}

/** A browser whose store of saved files fails shows the site as without a service worker. */
async function findSaved(path: string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName);
    return await cache.match(path, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/** TypeScript's own types of workers contradict those of pages. */
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

type FetchEvent = ExtendableEvent & {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
};

type WorkerScope = {
  savedSite: SavedSite;
  clients: { claim: () => Promise<void> };
  registration: { installing: unknown; waiting: unknown; navigationPreload?: { disable: () => Promise<void> } };
};
