import { useEffect, useSyncExternalStore } from 'react';
import { isSomethingKept } from '#app/waiting/waiting-mark.ts';

type Waiting = typeof import('./waiting-panel.tsx');

let loading: Promise<Waiting> | null = null;
let loaded: Waiting | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The code that keeps, sends and shows waiting submissions. A page with none and no form in use never loads it. */
export function loadWaiting(): Promise<Waiting> {
  loading ??= import('./waiting-panel.tsx').then(
    (module) => {
      loaded = module;
      for (const listener of listeners) listener();
      return module;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The loaded module; null until then. */
export const loadedWaiting = () => loaded;

/** The promise of the module; null where nothing has asked for it. */
export const loadingWaiting = () => loading;

export function useWaiting(): Waiting | null {
  return useSyncExternalStore(subscribe, loadedWaiting, () => null);
}

/**
 * The place where a page shows waiting submissions. The code is loaded once a form is in use, because without signal nothing can be
 * loaded.
 */
export function WaitingArea() {
  const Panel = useWaiting()?.WaitingPanel;
  useEffect(() => {
    const load = () => void loadWaiting().catch(() => {});
    const loadForForm = ({ target }: Event) => (target as Element).closest('main form') && load();
    void isSomethingKept().then((isIt) => isIt && load());
    addEventListener('focusin', loadForForm);
    return () => removeEventListener('focusin', loadForForm);
  }, []);
  return Panel && <Panel />;
}
