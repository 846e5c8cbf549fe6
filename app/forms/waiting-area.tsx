import { type ComponentType, useEffect, useState } from 'react';
import { readStored, waitingMark } from './browser-storage.ts';

type Module = typeof import('./waiting-panel.tsx');

let loading: Promise<Module> | null = null;
let onLoaded: ((module: Module) => void) | null = null;

/** What keeps, sends and shows submissions that wait. A page that has neither one nor a form in use never loads it. */
export function loadWaiting(): Promise<Module> {
  loading ??= import('./waiting-panel.tsx').then(
    (module) => {
      onLoaded?.(module);
      return module;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Where a page shows what waits. It is loaded once a form is in use, because without signal nothing can be loaded. */
export function WaitingArea() {
  const [Panel, setPanel] = useState<ComponentType | null>(null);
  useEffect(() => {
    onLoaded = ({ WaitingPanel }) => setPanel(() => WaitingPanel);
    const load = () => void loadWaiting().then(onLoaded, () => {});
    const loadForForm = ({ target }: Event) => (target as Element).closest('.lead-form') && load();
    if (readStored('localStorage', waitingMark) || readStored('sessionStorage', waitingMark)) load();
    addEventListener('focusin', loadForForm);
    return () => removeEventListener('focusin', loadForForm);
  }, []);
  return Panel && <Panel />;
}
