import { useEffect } from 'react';
import { readStored, writeStored } from '#app/forms/browser-storage.ts';
import { useSession } from '#app/session/session.ts';

const workerPath = '/desk/push-worker.js';
const scope = '/desk/';

/** Where a browser keeps for whom it is told, in which session that was last said to the server, and at which address. */
const keptName = 'kerbside_push';
type Kept = { staffId: string; sessionId: string; endpoint: string };

/**
 * What this browser can do: `needs home screen`: on an iPhone or iPad only what is on the home screen is told; `none`: it cannot be told;
 * `blocked`: somebody refused it here before.
 */
export type PushState = 'on' | 'off' | 'blocked' | 'needs home screen' | 'none';

/** The host of the browser's push service, which is not on the server's list. */
export type Refused = { refused: string };

export async function readPushState(staffId: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    const { standalone } = navigator as { standalone?: boolean };
    return standalone === false ? 'needs home screen' : 'none';
  }
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await subscriptionHere();
  const kept = readKept();
  if (subscription === null || kept?.staffId !== staffId) return 'off';
  // A new address is told by the layout.
  if (subscription.endpoint !== kept.endpoint) return 'on';
  // The server removes what a push service has called gone.
  const response = await post({ act: 'renew', endpoint: subscription.endpoint });
  if (response?.status !== 404) return 'on';
  await forgetPush();
  return 'off';
}

/** Asks for the permission, which a browser allows only after a press, and has this browser told. */
export async function turnPushOn(staffId: string, sessionId: string): Promise<PushState | 'failed' | Refused> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState(staffId);
  try {
    const answer = await fetch('/desk/push');
    const { publicKey } = (await answer.json()) as { publicKey: string };
    await navigator.serviceWorker.register(workerPath, { scope });
    const registration = await activeRegistration();
    // A browser keeps to the key of its first subscription until that ends.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const status = await add(subscription, { staffId, sessionId });
    if (status !== 204) {
      await subscription.unsubscribe();
      return status === 422 ? { refused: new URL(subscription.endpoint).host } : 'failed';
    }
  } catch {
    return 'failed';
  }
  return 'on';
}

/** Ends it in this browser, also where the server cannot be asked at this moment: it hears of it with its next message. */
export async function turnPushOff(): Promise<void> {
  const subscription = await subscriptionHere();
  if (subscription) await post({ act: 'off', endpoint: subscription.endpoint });
  await forgetPush();
}

/** Nothing of it is left in this browser, as after signing out, which ends it on the server too. */
export async function forgetPush(): Promise<void> {
  writeStored('localStorage', keptName, null);
  const registration = await registrationHere();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await subscriptionHere())?.unsubscribe();
}

/**
 * A browser that is told goes on being told when its owner has signed in again after a session ended by itself, and when it has another
 * address than before. Where the server tells it no longer, because it was turned off from elsewhere, it ends here too; so it does
 * where another person signs in, who is not to see the messages of the one before.
 */
export function usePushRenewal(staffId: string): void {
  const { session } = useSession();
  const sessionId = session?.complete ? session.id : null;
  useEffect(() => {
    const kept = readKept();
    if (kept === null || sessionId === null) return;
    const work = kept.staffId === staffId ? renew(kept, sessionId) : turnPushOff();
    void work.catch(() => {});
  }, [staffId, sessionId]);
}

async function renew({ endpoint, sessionId: lastSession, staffId }: Kept, sessionId: string): Promise<void> {
  const subscription = await subscriptionHere();
  if (!subscription) return writeStored('localStorage', keptName, null);
  if (subscription.endpoint !== endpoint) return void (await add(subscription, { staffId, sessionId }));
  if (lastSession === sessionId) return;
  const response = await post({ act: 'renew', endpoint });
  if (response?.ok) writeStored('localStorage', keptName, { staffId, sessionId, endpoint } satisfies Kept);
  else if (response?.status === 404) await forgetPush();
}

/** Has the server tell this address, and keeps whose it is. Returns its status. */
async function add(subscription: PushSubscription, owner: Omit<Kept, 'endpoint'>): Promise<number | undefined> {
  const { endpoint = '', keys } = subscription.toJSON();
  const response = await post({ act: 'on', endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
  if (response?.ok) writeStored('localStorage', keptName, { ...owner, endpoint } satisfies Kept);
  return response?.status;
}

function readKept(): Kept | null {
  return readStored('localStorage', keptName) as Kept | null;
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  return (await registrationHere())?.pushManager.getSubscription() ?? null;
}

async function registrationHere(): Promise<ServiceWorkerRegistration | null> {
  const registration = await navigator.serviceWorker?.getRegistration(scope);
  // The public site's worker answers for this scope where the desk has none.
  return registration?.scope.endsWith(scope) ? registration : null;
}

async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  if (!registration) throw new Error('The service worker was not registered.');
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return registration;
  await new Promise<void>((resolve, reject) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed.'));
    }),
  );
  return registration;
}

function post(fields: Record<string, string>): Promise<Response | null> {
  return fetch('/desk/push', { method: 'POST', body: new URLSearchParams(fields) }).catch(() => null);
}
