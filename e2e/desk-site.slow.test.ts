// Protects: an owner changes the site without a terminal: what the rules refuse, the preview, the public page after it, and the way back.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeFolder } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';
import { axeViolations, horizontalOverflow } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';
import { ownServers } from './harness/journey.ts';

const exported = await makeFolder();
const desk = setupDeskJourney({ ...ownServers, EXPORT_DIR: exported });

const publicPage = async (path: string) => (await desk.journey.product.request(path)).text;

/** Not the words “Nothing was published.” of a refusal. */
const published = (page: Page) => page.getByRole('status').filter({ hasText: /^Published\./ });

test.each([true, false])('an owner publishes a change, and goes back (JavaScript: %s)', async (javaScriptEnabled) => {
  const page = await desk.open('/desk/site', desk.owner, { javaScriptEnabled, expected: /status of (?:422|404)/ });
  const notice = `Snow: we ring back by noon (${javaScriptEnabled}).`;
  const number = '0113 496 0123';
  const before = await publicPage('/contact');
  expect(before).not.toContain(number);

  await page.getByLabel('Notice').fill('We answer day and night.');
  await page.getByLabel('Helpline').fill(number);
  await page.getByLabel('At these times:').check();
  await page.getByLabel('Opens, line 1').fill('09:00');
  await page.getByLabel('Closes, line 1').fill('17:00');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.locator('.field-error', { hasText: 'notice must not say "day and night", because openingHours' }).waitFor();
  expect(await page.getByLabel('Helpline').inputValue()).toBe(number);
  expect(await publicPage('/contact')).toBe(before);

  // Another owner publishes meanwhile, and this one closes the page.
  const street = '1 High Street';
  const other = await desk.open('/desk/site', desk.owner, { javaScriptEnabled });
  await other.getByLabel('Office address').fill(`${street}\nLeeds\nLS1 1AA`);
  await other.getByRole('button', { name: 'Publish' }).click();
  await published(other).waitFor();
  const theirs = await publicPage('/contact');
  expect(theirs).toContain(street);
  if (javaScriptEnabled) {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${desk.journey.product.url}/desk/site`);
    await page.getByText('and did not publish it').waitFor();
    expect(await page.getByLabel('Opens, line 1').inputValue()).toBe('09:00');
    expect(await page.getByLabel('Helpline').inputValue()).toBe(number);
  }

  await page.getByLabel('Notice').fill(notice);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Preview/ }).click();
  const preview = await opened;
  await preview.getByText(notice).waitFor();
  expect(await preview.title()).toMatch(/^Preview: /);
  expect(await preview.content()).toContain(number);
  expect(await publicPage('/contact')).toBe(theirs);
  await preview.close();

  const [first = ''] = /\/services\/[\w-]+/.exec(await publicPage('/services')) ?? [];
  await page.locator(`input[name=service][value="${first.replace('/services/', '')}"]`).uncheck();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Grace Boateng published since you opened this page.').waitFor();
  // Hydration moves the focus to the message, and scrolls to it: a press that begins before and ends after that is no click.
  if (javaScriptEnabled) await ready(page);
  expect(await page.getByLabel('Office address').inputValue()).toContain(street);
  expect(await publicPage('/contact')).toBe(theirs);
  await page.getByRole('button', { name: 'Publish' }).click();
  await published(page).waitFor();
  expect(await publicPage('/contact')).toContain(street);
  await until('the page to say it', async () => (await publicPage('/contact')).includes(notice));
  expect(await publicPage('/contact')).toContain(number);
  const file = join(exported, 'current/site/contact.html');
  await until('the export', () => existsSync(file) && readFileSync(file, 'utf8').includes(notice));
  expect(await publicPage('/')).not.toContain(`href="${first}"`);
  expect((await desk.journey.product.request(first)).status).toBe(404);
  const visitor = await desk.journey.newPage({ javaScriptEnabled });
  await visitor.goto(`${desk.journey.product.url}/contact`);
  if (javaScriptEnabled) await visitor.locator('html[data-hydrated]').waitFor();
  expect(await visitor.getByText('9am to 5pm Monday to Friday').count()).toBeGreaterThan(0);

  if (javaScriptEnabled) {
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  const version = page.getByRole('listitem').filter({ hasText: 'Shown now' });
  await version.getByText('by Grace Boateng: ').waitFor();
  if (javaScriptEnabled)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => /site/.test(name)))).toEqual([]);
  if (javaScriptEnabled) {
    await page.getByLabel('Helpline').fill('0113 496 0199');
    await page.reload();
    await page.getByText('and did not publish it').waitFor();
    expect(await page.getByLabel('Helpline').inputValue()).toBe('0113 496 0199');
    await page.getByRole('button', { name: 'Show what the site says instead' }).click();
  }
  const built = page.getByRole('listitem').filter({ hasText: 'As it was built' });
  await built.getByText('Go back to this…').click();
  await built.getByRole('button', { name: 'Go back' }).click();
  await page.getByText('back to what was built').first().waitFor();
  expect(await publicPage('/contact')).toBe(before);
});
