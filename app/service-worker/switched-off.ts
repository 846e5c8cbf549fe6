/**
 * The script in place of the service worker where SERVICE_WORKER is off. It removes what an earlier one saved, and itself, at once.
 */
const { skipWaiting, registration } = self as unknown as WorkerScope;

addEventListener('install', () => void skipWaiting());

addEventListener('activate', (event) => (event as ExtendableEvent).waitUntil(leave()));

async function leave(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await registration.unregister();
}

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

type WorkerScope = { skipWaiting: () => Promise<void>; registration: { unregister: () => Promise<boolean> } };
