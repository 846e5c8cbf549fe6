// Protects: English text on a page in another language is marked as English.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { urdu } from '#content/roadside/ur.ts';
import { urduLate } from '#content/roadside/ur-late.ts';
import { site } from '#content/site.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { noticesReady } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 422/;
const texts = urdu.form?.texts;
const answers = { name: 'نادیہ', phone: '07700 900444', locationOfAccident: 'A406', descriptionOfAccident: '', consent: 'yes' };

test.each([true, false])(
  'What is wrong with the answers is in Urdu on a page in Urdu (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await journey.visit('/roadside?lang=ur', { expected, javaScriptEnabled });
    if (javaScriptEnabled) await noticesReady(page);
    await page.locator('main form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await submit(page);
    await page
      .getByRole('alert')
      .filter({ hasText: texts?.['There is a problem'] ?? '-' })
      .waitFor();
    expect(await page.locator('.field-error').count()).toBe(4);
    expect(await unmarkedEnglish(page)).toEqual([]);
    if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
  },
);

test('What waits and its photographs are in the language of a page in Urdu, and every notice is marked as English', async () => {
  const page = await journey.visit('/roadside?lang=ur', { expected });
  await noticesReady(page);
  await fill(page, answers);
  await waitingLoaded(page);
  await page.locator('#roadside-photographs').setInputFiles([
    { name: 'a.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() },
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ]);
  await page.getByText(urduLate['1 photograph will be sent with it.']).waitFor();
  await page.getByText('drawing.svg: ', { exact: false }).waitFor();
  // The texts of what waits are loaded after the page.
  await page.getByRole('button', { name: urduLate.Remove }).waitFor();
  expect(await unmarkedEnglish(page)).toEqual([]);
  await page.context().setOffline(true);
  await submit(page);
  const place = page.getByRole('region', { name: texts?.['Waiting to be sent'] ?? '' });
  await place.getByText(urduLate['your claim and 1 photograph']).waitFor();
  await page.getByText('Uh oh! Something went wrong.').first().waitFor();
  expect(await unmarkedEnglish(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);

  await page.context().setOffline(false);
  await page.locator('.receipt').waitFor();
  await place.waitFor({ state: 'detached' });
  expect(await unmarkedEnglish(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
});

test('What a visitor types has the direction of its own letters, in a form of any language', async () => {
  const page = await journey.visit('/roadside');
  for (const name of ['name', 'locationOfAccident', 'descriptionOfAccident']) {
    const field = page.locator(`[name="${name}"]`);
    await field.fill('مین روڈ');
    expect(await field.evaluate((one) => getComputedStyle(one).direction), name).toBe('rtl');
    await field.fill('Main Road');
    expect(await field.evaluate((one) => getComputedStyle(one).direction), name).toBe('ltr');
  }
});

/** The texts that can be seen or heard, are in English, and are marked as another language or as written from right to left. */
function unmarkedEnglish(page: Page): Promise<string[]> {
  return page.evaluate((brand) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement as HTMLElement;
      // An email address and the name of a file are of no language.
      const text = (node.textContent ?? '')
        .replaceAll(brand, '')
        .replace(/\S+@\S+|\S+\.svg/, '')
        .trim();
      const isWord = parent.closest('script, style, .roadside-languages');
      if (!/[a-z]{4}/.test(text) || !parent.checkVisibility() || isWord) continue;
      const language = parent.closest('[lang]')?.getAttribute('lang');
      const { direction } = getComputedStyle(parent);
      if (!language?.startsWith('en') || direction !== 'ltr') found.push(`${language} ${direction}: ${text}`);
    }
    return found;
  }, site.brand);
}
