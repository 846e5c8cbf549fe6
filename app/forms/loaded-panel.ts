import { createStore } from '#app/ui/create-store.ts';

/** What shows what waits, once it is loaded. */
export const loadedPanel = createStore<typeof import('./waiting-panel.tsx') | null>(null);
