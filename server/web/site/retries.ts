import { minute } from '#forms/durations.ts';

/** The pause after the first failure; each is twice as long as the one before, up to the longest. */
const firstPauseMs = 5_000;
const longestPauseMs = 5 * minute;

/** When something that failed is tried again. Times are of a clock that never goes back. */
export function createRetries() {
  let pauseMs = firstPauseMs;
  let dueAt: number | null = null;
  return {
    isDue: (at: number) => dueAt !== null && at >= dueAt,
    noteFailure: (at: number) => {
      dueAt = at + pauseMs;
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    },
    noteSuccess: () => {
      dueAt = null;
      pauseMs = firstPauseMs;
    },
  };
}
