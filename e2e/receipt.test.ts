// Protects: the receipt says what happens next, stays while other things fail, and is what is printed.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { whatToDoNow } from '#content/form-texts.ts';
import { site } from '#content/site.ts';
import { claim } from '#forms/claim.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { endpoint, ownAnswer, panelOf } from './harness/waiting.ts';

const journey = setupJourney();
const referenceShape = /^[34679ACDEFGHJKMNPQRTWXY]{4}-[34679ACDEFGHJKMNPQRTWXY]{4}$/;

test('the receipt takes the focus, says what happens next, stays while a second claim fails and over a reload, and is printed alone', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /503/ });
  const held = Promise.withResolvers<void>();
  await page.route(endpoint, (route) => held.promise.then(() => route.continue()));
  await fill(page, { ...aoife, additionalInfo: 'The first of two.' });
  await submit(page);
  await page.getByRole('button', { name: claim.busyLabel, exact: true }).waitFor();
  const receipt = page.getByRole('region', { name: 'We have your claim' });
  expect(await receipt.count(), 'before the answer came').toBe(0);
  held.resolve();
  await receipt.waitFor();
  await expect.poll(() => receipt.evaluate((element) => element === document.activeElement)).toBe(true);
  const reference = page.locator('.receipt-reference');
  const first = (await reference.textContent()) ?? '';
  expect(first).toMatch(referenceShape);
  expect(readStore(journey.product).submissions.map((row) => row.reference)).toContain(first);
  expect(await receipt.textContent()).toMatch(/We will contact you by \d\d:\d\d( tomorrow)?, \w+day \d{1,2} \w+\./);
  expect(await receipt.getByRole('listitem').allTextContents()).toEqual([...whatToDoNow]);
  expect(await receipt.getByRole('link', { name: site.helpline.display }).getAttribute('href')).toBe(`tel:${site.helpline.tel}`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page
    .getByRole('region', { name: /^Notice/ })
    .getByText('Submission Successful!')
    .waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await printedBesideReceipt(page)).toEqual([]);
  expect([await receipt.isVisible(), await page.getByRole('contentinfo').isVisible()]).toEqual([true, true]);
  expect(await page.getByRole('button', { name: 'Print this' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  await fill(page, { ...aoife, email: 'aoife@example' });
  await submit(page);
  await page.locator('[aria-invalid]').waitFor();
  expect(await reference.textContent()).toBe(first);
  await page.route(endpoint, (route) => route.fulfill(ownAnswer(503, { message: 'Not now.' })));
  await fill(page, { ...aoife, additionalInfo: 'The second of two.' });
  await submit(page);
  await panelOf(page).waitFor();
  expect(await reference.textContent()).toBe(first);
  // What waits is sent by the page that is opened.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const again = Promise.withResolvers<void>();
  await page.route(endpoint, (route) => again.promise.then(() => route.continue()));
  await page.reload();
  await ready(page);
  expect(await reference.textContent()).toBe(first);
  again.resolve();
  await page.waitForFunction((before) => document.querySelector('.receipt-reference')?.textContent !== before, first);
  expect(await reference.count()).toBe(1);
});

test('the receipt of a message is printed alone, without what is around the form of its page', async () => {
  const page = await journey.visit('/contact');
  await fill(page, sampleMessages[0].data);
  await submit(page);
  await page.locator('.receipt').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await printedBesideReceipt(page)).toEqual([]);
});

/** What is on paper outside the receipt and the footer, which says who it is from. */
function printedBesideReceipt(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('h1, h2, h3, p, label, legend, iframe, .notice, .site-header, .skip-link, button')]
      .filter((element) => !element.closest('.receipt, .site-footer') && element.checkVisibility())
      .filter(({ tagName, textContent }) => tagName !== 'P' || textContent !== '')
      .map(({ outerHTML }) => outerHTML),
  );
}
