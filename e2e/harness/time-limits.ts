import type { Page } from 'playwright-core';
import { noticeMs } from '#app/ui/notice/notices.ts';

/**
 * Runs in the page, which then has no limits that a machine that stands still for half a minute exceeds: a notice stays until it is
 * closed or another one takes its place, and no page, answer or storage that takes long is given up.
 */
export function withoutTimeLimits(noticeMs: number): void {
  const { setTimeout } = window;
  const isLimit = (ms?: number) =>
    ms === 1_500 ||
    ms === 15_000 ||
    ms === 20_000 ||
    (ms === noticeMs && /notice-island/.test(new Error().stack ?? '')) ||
    ms === 30_000 ||
    ms === 120_000;
  window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    isLimit(ms) ? -1 : setTimeout(act, ms, ...rest)) as typeof setTimeout;
  AbortSignal.timeout = () => new AbortController().signal;
}

/** Takes the limits out of a page whose clock was set, for a test that is about something else: setting the clock puts them back. */
export async function dropLimits(page: Page): Promise<void> {
  await page.evaluate(withoutTimeLimits, noticeMs);
}

/** Runs in the page: timers of these lengths, in milliseconds, never fire. */
export function dropTimers(lengths: number[]): void {
  const { setTimeout } = window;
  window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    lengths.includes(ms ?? 0) ? -1 : setTimeout(act, ms, ...rest)) as typeof setTimeout;
}
