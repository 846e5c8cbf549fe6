import type { Page } from 'playwright-core';

export type Conditions = { slowerBy: number; roundTripMs: number; kbitPerSecond: number };

/** An old phone with a bad signal. */
export const slowPhone: Conditions = { slowerBy: 4, roundTripMs: 400, kbitPerSecond: 400 };

/** As Chromium's own tools slow a page down. */
export async function throttle(page: Page, { slowerBy, roundTripMs, kbitPerSecond }: Conditions): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = (kbitPerSecond * 1_000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
}
