import { minute } from '#forms/durations.ts';

/** The pause after the first failure; each is twice as long as the one before, up to the longest. */
const firstPauseMs = 5_000;
const longestPauseMs = 5 * minute;

/** When something that failed is tried again. `clock`: milliseconds that never go back. */
export function createRetries(clock: () => number) {
  let pauseMs = firstPauseMs;
  let dueAt: number | null = null;
  return {
    isDue: () => dueAt !== null && clock() >= dueAt,
    noteFailure: () => {
      dueAt = clock() + pauseMs;
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    },
    noteSuccess: () => {
      dueAt = null;
      pauseMs = firstPauseMs;
    },
  };
}
