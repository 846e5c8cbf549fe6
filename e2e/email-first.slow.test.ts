// Protects: the page of a claim that was begun at the roadside asks one question first, the email, and not all that is missing.
import { expect, test } from 'vitest';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { readStore } from '#testing/read-store.ts';
import { axeViolations, axeViolationsDark } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const viewport = { width: 375, height: 700 };

test.each([true, false])('the email is asked first and by itself, and is saved (scripts: %s)', async (javaScriptEnabled) => {
  const page = await journey.visit('/roadside', { viewport, javaScriptEnabled, expected: /status of 422/ });
  const { language: _, ...answers } = idris;
  await fill(page, { ...answers, phone: `07700 9007${javaScriptEnabled ? '01' : '02'}` });
  await submit(page);
  const reference = (await page.locator('.receipt-reference').textContent()) ?? '';
  await page.locator('.receipt a[href*="/your-claim/"]:not([href$="#phone"])').first().click();
  const question = page.getByLabel('One question next: what is your email?');
  await question.waitFor();
  // The place of a thing is asked for once the style sheet is there.
  await (javaScriptEnabled ? ready(page) : page.waitForLoadState());
  expect((await question.boundingBox())?.y, 'on the first screen').toBeLessThan(viewport.height);
  expect(await page.locator('.finish-section[open]').count(), 'sections that are open').toBe(0);
  if (javaScriptEnabled) {
    expect(await axeViolations(page), 'by light').toEqual([]);
    expect(await axeViolationsDark(page), 'by dark').toEqual([]);
  }

  await question.fill('first@');
  await page.getByRole('button', { name: 'Save my email' }).click();
  await page.getByRole('alert').first().waitFor();
  expect(await question.inputValue()).toBe('first@');
  const email = `first.${javaScriptEnabled}@example.org`;
  await question.fill(email);
  await page.getByRole('button', { name: 'Save my email' }).click();
  await question.waitFor({ state: 'detached' });
  const saved = page.getByText('Saved. Thank you.');
  await saved.waitFor();
  if (javaScriptEnabled) await expect.poll(() => saved.evaluate((one) => one === document.activeElement)).toBe(true);
  const row = readStore(journey.product).submissions.find((one) => one.reference === reference);
  expect(row?.form_data.email).toBe(email);
  expect(await page.locator('.finish-section[open]').count(), 'sections that are open').toBe(1);
});
