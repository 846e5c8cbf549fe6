import { loadOnce } from './load-once.ts';
import { loadedPanel } from './loaded-panel.ts';

/** Loads what shows what waits, in the language of the page. */
export const loadPanel = loadOnce(async () => {
  const module = await import('./waiting-panel.tsx');
  module.keepFocus();
  await module.loadTranslation();
  loadedPanel.set(module);
});
