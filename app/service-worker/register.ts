const path = '/service-worker.js';

/** The longest wait for an idle moment: a page that always has something to draw may never have one. */
const latestMs = 10_000;

/** Saves the site for reading without a network (service-worker.ts), while the page is idle. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || document.documentElement.dataset.serviceWorker === 'off') return;
  const idle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 1_000));
  // A browser that refuses shows the site without a service worker.
  idle(() => void register().catch(() => {}), { timeout: latestMs });
}

async function register(): Promise<void> {
  await navigator.serviceWorker?.register(trustedPath());
}

/** Where browsers check Trusted Types, the address comes from a policy that allows no other. */
function trustedPath(): string {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('service-worker', { createScriptURL: () => path }).createScriptURL('') ?? path;
}

type Rules = { createScriptURL: (url: string) => string };
type TrustedTypes = { createPolicy: (name: string, rules: Rules) => Rules };
