import { useSyncExternalStore } from 'react';

/**
 * Whether this browser can use a passkey at this address: null until it is known. A passkey belongs to a domain, which an IP address is
 * not.
 */
export function useHasPasskeys(): boolean | null {
  return useSyncExternalStore(neverChanges, hasPasskeys, () => null);
}

const neverChanges = () => () => {};

function hasPasskeys(): boolean {
  const isDomain = !/^[\d.]+$|:/.test(location.hostname);
  return isDomain && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** The button to sign in with a passkey. Its place is kept until the page is hydrated, and it is gone where there are no passkeys. */
export function PasskeyButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  if (useHasPasskeys() === false) return null;
  return (
    <button
      type="button"
      className="button button-quiet hydrated-only"
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || onPress()}
    >
      Sign in with a passkey
    </button>
  );
}
