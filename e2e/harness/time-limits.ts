import type { Page } from 'playwright-core';
import type { TimeLimits } from '#forms/time-limit.ts';

/** Longer than any test: the most that timers take, which is 24 days. */
export const endlessMs = 2 ** 31 - 1;

/**
 * No limits that a machine that stands still for half a minute exceeds: a notice stays until it is closed or another one takes its
 * place, and no page, answer or storage that takes long is given up.
 */
export const noLimits: Partial<TimeLimits> = {
  answer: endlessMs,
  storage: endlessMs,
  turn: endlessMs,
  map: endlessMs,
  notice: endlessMs,
  retry: endlessMs,
};

/** Runs in the page, which then has these limits (forms/time-limit.ts). */
export function giveLimits(timeLimits: Partial<TimeLimits>): void {
  Object.assign(globalThis, { timeLimits });
}

/** Takes the limits out of a page whose clock was set, for a test that is about something else. */
export async function dropLimits(page: Page): Promise<void> {
  await page.evaluate(giveLimits, noLimits);
}
