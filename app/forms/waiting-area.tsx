import { useEffect, useSyncExternalStore } from 'react';
import { isSomethingKept } from '#app/waiting/waiting-mark.ts';
import { loadSending } from './late-sending.ts';
import { loadedPanel } from './loaded-panel.ts';

/** The code of a form in use: it shows what waits, and keeps the focus. A page without a form, where nothing waits, never loads it. */
export async function loadWaiting(): Promise<void> {
  const { loadPanel } = await loadSending();
  await loadPanel();
}

export function useWaiting() {
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
