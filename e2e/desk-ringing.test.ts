// Protects: staff see, and hear where they want it, that somebody waits for a first call by a short target.
import { expect, test } from 'vitest';
import { roadside } from '#forms/roadside.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();

test('somebody at the roadside is in header and title and rings, until somebody has spoken to them', async () => {
  const page = await desk.open('/desk/account', desk.handler);
  await page.evaluate(() => {
    const { AudioContext } = window;
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        document.documentElement.dataset.rung = 'yes';
      }
    };
  });
  await page.getByLabel('Make a sound in this browser').check();
  // A link of the desk keeps the page, and with it that somebody has clicked on it.
  await page.getByRole('link', { name: 'Queue', exact: true }).click();
  await expect.poll(() => page.title()).toMatch(/^Queue /);
  const id = await desk.send(idris, roadside.name);
  const waits = page.getByRole('link', { name: '1 waits for a first call' });
  await waits.waitFor();
  await page.locator('html[data-rung]').waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) Queue /);
  await waits.click();
  await page.waitForURL(new RegExp(`/desk/submissions/${id}`));
  await page.getByRole('button', { name: 'Spoke', exact: true }).click();
  await waits.waitFor({ state: 'detached' });
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
});
