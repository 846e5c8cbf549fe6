// Protects: Back shows nothing private once a claim was removed from a device or somebody signed out, in a browser that keeps pages in memory.
import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { createClaimantPages } from './harness/claimant-pages.ts';
import { addSession, setupDeskJourney } from './harness/desk-setup.ts';
import { createStaff } from './harness/staff-template.ts';

const desk = setupDeskJourney();
const { journey, send } = desk;
const { sendClaim } = createClaimantPages(journey);
let browser: Awaited<ReturnType<typeof chromium.launch>>;

beforeAll(async () => {
  browser = await chromium.launch({
    // Its headless shell keeps no page in memory.
    executablePath: existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : process.env.CHROMIUM_PATH,
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});

afterAll(() => browser.close());

/** Goes back as a person does, without a script of the page. */
async function goBack(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { entries, currentIndex } = await session.send('Page.getNavigationHistory');
  const entryId = entries[currentIndex - 1]?.id ?? 0;
  await session.send('Page.navigateToHistoryEntry', { entryId });
  await page.waitForURL(({ search }) => !/signed-out|removed/.test(search));
  await page.locator('h1').first().waitFor();
}

test.each([true, false])('a claim that was removed from this device (scripts: %s)', async (javaScriptEnabled) => {
  const { link, reference } = await sendClaim();
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  await page.goto(link);
  expect((await page.content()).includes(reference)).toBe(true);
  await page.getByRole('button', { name: 'Remove my claim from this device' }).click();
  await page.waitForURL('**/your-claim?link=removed');
  await goBack(page);
  expect((await page.content()).includes(reference), 'it is shown').toBe(false);
  await page.context().close();
});

test.each([true, false])('a claim of the desk after signing out (scripts: %s)', async (javaScriptEnabled) => {
  const id = await send({ ...aoife, firstName: 'Backwards' });
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  await addSession(page, journey.product, await createStaff(journey.product, `back-${javaScriptEnabled}@kerbside.example`));
  await page.goto(`${journey.product.url}/desk/submissions/${id}`);
  expect((await page.content()).includes('Backwards')).toBe(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/desk/sign-in?signed-out');
  await goBack(page);
  expect((await page.content()).includes('Backwards'), 'it is shown').toBe(false);
  await page.context().close();
});
