import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '#app/ui/create-store.ts';
import { isSomethingKept } from '#app/waiting/waiting-mark.ts';

type Waiting = typeof import('./waiting-panel.tsx');

let loading: Promise<Waiting> | null = null;
const loadedPanel = createStore<Waiting | null>(null);

/** The code of a form in use: it shows what waits, and keeps the focus. A page without a form, where nothing waits, never loads it. */
export function loadWaiting(): Promise<Waiting> {
  loading ??= import('./waiting-panel.tsx').then(
    async (module) => {
      module.keepFocus();
      await module.loadTranslation();
      loadedPanel.set(module);
      return module;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

export function useWaiting(): Waiting | null {
  return useSyncExternalStore(loadedPanel.subscribe, loadedPanel.read, () => null);
}

/** The place where a page shows waiting submissions. What keeps and sends them is loaded with every form. */
export function WaitingArea() {
  const Panel = useWaiting()?.WaitingPanel;
  useEffect(() => {
    const load = () => void loadWaiting().catch(() => {});
    // Without signal it could not be loaded once something waits.
    const loadForForm = ({ target }: Event) => (target as Element).closest('main form') && load();
    void isSomethingKept().then((isIt) => isIt && load());
    addEventListener('focusin', loadForForm);
    return () => removeEventListener('focusin', loadForForm);
  }, []);
  return Panel && <Panel />;
}
