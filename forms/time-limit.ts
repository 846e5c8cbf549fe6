/** Longer than any test: the most that timers take, which is 24 days. */
const endlessMs = 2 ** 31 - 1;

/**
 * How long something is waited for, or shown, in milliseconds. A test sets `withoutTimeLimits` in its page where it is about something
 * else, so that a machine that stands still for half a minute changes nothing.
 */
export function timeLimit(ms: number): number {
  return (globalThis as { withoutTimeLimits?: boolean }).withoutTimeLimits ? endlessMs : ms;
}
