import { loadOnce } from './load-once.ts';

/**
 * The code that keeps a form on the device and sends it. It is loaded as soon as the form is hydrated, because a bad line takes a second
 * for it; until then the draft is kept, and what is pressed waits for it.
 */
export const loadSending = loadOnce(() => import('./sending.ts'));
