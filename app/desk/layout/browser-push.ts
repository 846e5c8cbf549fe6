import { useEffect } from 'react';
import { readStored, writeStored } from '#app/forms/browser-storage.ts';
import { useSession } from '#app/session/session.ts';

const workerPath = '/desk/push-worker.js';
const scope = '/desk/';

/** Where a browser keeps for whom it is told, and since which session. */
const keptOf = (staffId: string) => `kerbside_push_${staffId}`;

/**
 * What this browser can do: `needs home screen`: on an iPhone or iPad only what is on the home screen is told; `none`: it cannot be told;
 * `blocked`: somebody refused it here before.
 */
export type PushState = 'on' | 'off' | 'blocked' | 'needs home screen' | 'none';

export async function readPushState(staffId: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    const { standalone } = navigator as { standalone?: boolean };
    return standalone === false ? 'needs home screen' : 'none';
  }
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await subscriptionHere();
  return subscription !== null && readStored('localStorage', keptOf(staffId)) !== null ? 'on' : 'off';
}

/** Asks for the permission, which a browser allows only after a press, and has this browser told. */
export async function turnPushOn(staffId: string, sessionId: string): Promise<PushState | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState(staffId);
  try {
    const answer = await fetch('/desk/push');
    const { publicKey } = (await answer.json()) as { publicKey: string };
    await navigator.serviceWorker.register(workerPath, { scope });
    const registration = await activeRegistration();
    // A browser keeps to the key of its first subscription until that ends.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint = '', keys } = subscription.toJSON();
    const response = await post({ act: 'on', endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
    if (!response?.ok) {
      await subscription.unsubscribe();
      return 'failed';
    }
  } catch {
    return 'failed';
  }
  writeStored('localStorage', keptOf(staffId), sessionId);
  return 'on';
}

/** Ends it in this browser, also where the server cannot be asked at this moment: it hears of it with its next message. */
export async function turnPushOff(staffId: string): Promise<void> {
  writeStored('localStorage', keptOf(staffId), null);
  const subscription = await subscriptionHere();
  if (!subscription) return;
  await post({ act: 'off', endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/**
 * A browser that is told goes on being told when its owner has signed in again after a session ended by itself. Where the server tells
 * it no longer, because it was turned off from elsewhere, it ends here too.
 */
export function usePushRenewal(staffId: string): void {
  const { session } = useSession();
  const sessionId = session?.complete ? session.id : null;
  useEffect(() => {
    const kept = readStored('localStorage', keptOf(staffId));
    if (sessionId === null || kept === null || kept === sessionId) return;
    void renew(staffId, sessionId).catch(() => {});
  }, [staffId, sessionId]);
}

async function renew(staffId: string, sessionId: string): Promise<void> {
  const subscription = await subscriptionHere();
  const response = subscription && (await post({ act: 'renew', endpoint: subscription.endpoint }));
  if (response?.ok) return writeStored('localStorage', keptOf(staffId), sessionId);
  if (subscription !== null && response?.status !== 404) return;
  writeStored('localStorage', keptOf(staffId), null);
  await subscription?.unsubscribe();
}

/** After signing out nothing of it is left in this browser; the server has ended it by itself. */
export async function forgetPush(staffId: string): Promise<void> {
  writeStored('localStorage', keptOf(staffId), null);
  await (await subscriptionHere())?.unsubscribe();
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration(scope);
  // The public site's worker answers for this scope where the desk has none.
  return registration?.scope.endsWith(scope) ? registration.pushManager.getSubscription() : null;
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
