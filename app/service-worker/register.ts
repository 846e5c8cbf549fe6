const path = '/service-worker.js';

/** Saves the site for reading without a network (service-worker.ts), while the page is idle. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || document.documentElement.dataset.serviceWorker === 'off') return;
  const idle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 1_000));
  // Where the browser refuses, the site is what it is without.
  idle(() => void register().catch(() => {}));
}

async function register(): Promise<void> {
  await navigator.serviceWorker?.register(trustedPath());
}

/** Where Trusted Types are checked: by a policy that knows this one address. */
function trustedPath(): string {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('service-worker', { createScriptURL: () => path }).createScriptURL('') ?? path;
}

type Rules = { createScriptURL: (url: string) => string };
type TrustedTypes = { createPolicy: (name: string, rules: Rules) => Rules };
