import { setImmediate } from 'node:timers/promises';

/**
 * Turns of the event loop, one for each caller: between two of them requests are served. Jobs that run side by side take one before
 * work that keeps the processor busy.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
