import type { PushKind, PushMessage } from '#server/people/push/post-push.ts';

/**
 * The service worker of the desk: shows push messages, also while no page is open. It answers no request and saves nothing. A message is a
 * kind and a number; the words are here.
 */
const { clients, registration, skipWaiting } = self as unknown as WorkerScope;

/** What each kind says, and the page that it opens. */
const kinds: Record<PushKind, { title: (count: number) => string; body: string; page: string }> = {
  waits: {
    title: (count) => (count === 1 ? 'Somebody waits for a call' : `${count} people wait for a call`),
    body: 'Open the desk: who waits is at the top.',
    page: '/desk',
  },
  late: {
    title: (count) => (count === 1 ? 'A call is late' : `${count} calls are late`),
    body: 'Nobody has called yet. Open the desk: who waits is at the top.',
    page: '/desk',
  },
  trouble: {
    title: () => 'The site needs attention',
    body: 'Something does not work as it should. Open the desk to see what.',
    page: '/desk',
  },
  test: { title: () => 'Messages come through', body: 'This is what you asked for.', page: '/desk/account' },
};

// The first version takes over at once, because it holds nothing that a page could miss.
addEventListener('install', () => void skipWaiting());

addEventListener('push', (event) => {
  const { data, waitUntil } = event as PushEvent;
  waitUntil.call(event, show(messageOf(data)));
});

addEventListener('notificationclick', (event) => {
  const { notification, waitUntil } = event as NotificationEvent;
  notification.close();
  waitUntil.call(event, openDesk(notification.data?.page ?? '/desk'));
});

addEventListener('pushsubscriptionchange', (event) => {
  const change = event as SubscriptionChangeEvent;
  change.waitUntil(tellNewAddress(change));
});

/**
 * A push service gives a browser another address from time to time. The server is told while somebody is signed in; otherwise the
 * desk tells it once its owner has signed in again (app/desk/layout/browser-push.ts).
 */
async function tellNewAddress({ oldSubscription, newSubscription }: SubscriptionChangeEvent): Promise<void> {
  const subscription =
    newSubscription ?? (oldSubscription && (await registration.pushManager.subscribe(oldSubscription.options)));
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys) return;
  await fetch('/desk/push', { method: 'POST', body: new URLSearchParams({ act: 'on', endpoint, ...keys }) });
}

/** One that cannot be read is shown too: browsers take the permission away from sites that get messages and show nothing. */
function messageOf(data: PushEvent['data']): PushMessage {
  try {
    const { kind, count } = (data?.json() ?? {}) as Partial<PushMessage>;
    if (kind && kind in kinds) return { kind, count: Number(count) || 0 };
  } catch {
    // It is not ours.
  }
  return { kind: 'trouble', count: 0 };
}

/** A newer message of a kind takes the place of the one before, and is silent where somebody looks at the desk, which tells by itself. */
async function show({ kind, count }: PushMessage): Promise<void> {
  const { title, body, page } = kinds[kind];
  const isSeen = (await deskPages()).some(({ visibilityState }) => visibilityState === 'visible');
  await registration.showNotification(title(count), {
    body,
    tag: kind,
    renotify: !isSeen,
    silent: isSeen,
    requireInteraction: kind === 'waits' || kind === 'late',
    icon: '/icon-192.png',
    data: { page },
  });
}

/** Brings an open page of the desk to the front, as it is: something may be half written in it. Opens one where there is none. */
async function openDesk(page: string): Promise<void> {
  const [open] = await deskPages();
  await (open ? open.focus() : clients.openWindow(page));
}

async function deskPages(): Promise<WindowClient[]> {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => /^\/desk(\/|$)/.test(new URL(url).pathname));
}

/** TypeScript's own types of workers contradict those of pages. */
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

type PushEvent = ExtendableEvent & { data: { json: () => unknown } | null };

type Subscription = { options: object; toJSON: () => { endpoint?: string; keys?: Record<string, string> } };

type SubscriptionChangeEvent = ExtendableEvent & { oldSubscription: Subscription | null; newSubscription: Subscription | null };

type NotificationEvent = ExtendableEvent & { notification: { close: () => void; data: { page?: string } | null } };

type WindowClient = { url: string; visibilityState: string; focus: () => Promise<unknown> };

type WorkerScope = {
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowClient[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  registration: {
    showNotification: (title: string, options: object) => Promise<void>;
    pushManager: { subscribe: (options: object) => Promise<Subscription> };
  };
  skipWaiting: () => Promise<void>;
};
