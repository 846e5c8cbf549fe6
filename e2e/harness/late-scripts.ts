import type { Page } from 'playwright-core';

/** Holds the page's scripts back, on this document and on those that follow, until `letThrough`. */
export async function delayScripts(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  // A request of a document that was left meanwhile is gone.
  await page.route('**/*.js', (route) => promise.then(() => route.continue().catch(() => {})));
  return { release };
}
