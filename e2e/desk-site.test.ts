// Protects: an owner changes the site without a terminal: what the rules refuse, the preview, the public page after it, and the way back.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampled } from '#testing/sampled.ts';
import { makeFolder } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';
import { axeViolations, horizontalOverflow } from './harness/axe-violations.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';
import { ownServers } from './harness/journey.ts';

const exported = await makeFolder();
const desk = setupDeskJourney({ ...ownServers, EXPORT_DIR: exported });

const publicPage = async (path: string) => (await desk.journey.product.request(path)).text;

test.each(sampled([true, false]))('an owner publishes a change, and goes back (JavaScript: %s)', async (javaScriptEnabled) => {
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

  await page.getByLabel('Notice').fill(notice);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Preview/ }).click();
  const preview = await opened;
  await preview.getByText(notice).waitFor();
  expect(await preview.title()).toMatch(/^Preview: /);
  expect(await preview.content()).toContain(number);
  expect(await publicPage('/contact')).toBe(before);
  await preview.close();

  const [first = ''] = /\/services\/[\w-]+/.exec(await publicPage('/services')) ?? [];
  await page.locator(`input[name=service][value="${first.replace('/services/', '')}"]`).uncheck();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published.').waitFor();
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
  const built = page.getByRole('listitem').filter({ hasText: 'As it was built' });
  await built.getByText('Go back to this…').click();
  await built.getByRole('button', { name: 'Go back' }).click();
  await page.getByText('back to what was built').first().waitFor();
  expect(await publicPage('/contact')).toBe(before);
});
