// Protects: what was typed is in the form again after the browser was killed 0.8 seconds later.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { startKillableBrowser } from './harness/killed-browser.ts';

const journey = setupJourney();

/** Forty in `npm run test:long`. */
const kills = process.env.KILLS ? 40 : 3;

test('A word is in the form again after the browser was killed 0.8 s later', { timeout: kills * 20_000 }, async () => {
  const profile = temporaryFolder();
  const words = Array.from({ length: kills }, (_, index) => `Word${index}`);
  const kept: string[] = [];
  for (const word of words) {
    const first = await startKillableBrowser(profile);
    const field = await openForm(first.page);
    await field.fill('');
    await field.pressSequentially(word);
    await pause(800);
    await first.kill();
    const second = await startKillableBrowser(profile);
    kept.push(await (await openForm(second.page)).inputValue());
    await second.kill();
  }
  expect(kept).toEqual(words);
});

async function openForm(page: Page) {
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  return page.locator('main [name="firstName"]');
}
