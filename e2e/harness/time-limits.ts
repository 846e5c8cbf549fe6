import type { Page } from 'playwright-core';

/**
 * Runs in the page, which then has no limits that a machine that stands still for half a minute exceeds (forms/time-limit.ts): a notice
 * stays until it is closed or another one takes its place, and no page, answer or storage that takes long is given up.
 */
export function withoutTimeLimits(): void {
  Object.assign(globalThis, { withoutTimeLimits: true });
}

/** Takes the limits out of a page whose clock was set, for a test that is about something else. */
export async function dropLimits(page: Page): Promise<void> {
  await page.evaluate(withoutTimeLimits);
}

/** Runs in the page: timers of these lengths, in milliseconds, never fire. */
export function dropTimers(lengths: number[]): void {
  const { setTimeout } = window;
  window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    lengths.includes(ms ?? 0) ? -1 : setTimeout(act, ms, ...rest)) as typeof setTimeout;
}
