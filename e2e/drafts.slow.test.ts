// Protects: what was typed survives reloads, page changes and a post without signal before the scripts came.
import { expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { delayScripts, ready } from './harness/browser.ts';
import { fill, readForm } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { traces } from './harness/waiting.ts';

const journey = setupJourney();
const note = 'We kept what you typed earlier on this device. Carry on where you stopped.';

test('A draft survives a reload and a page change, which is announced; cleared it is gone for good, after Undo it is back', async () => {
  const page = await journey.visit('/make-a-claim');
  const untouched = await readForm(page);
  await fill(page, aoife);
  await page.reload();
  await ready(page);
  await page.getByText(note).waitFor();
  expect(await readForm(page)).toEqual(aoife);

  await page.locator('.site-footer').getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { level: 1, name: pages.faq.heading }).waitFor();
  await page.goBack();
  await page.getByText(note).waitFor();
  expect(await readForm(page)).toEqual(aoife);

  await page.getByRole('button', { name: 'Clear this form' }).click();
  expect(await readForm(page)).toEqual(untouched);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await readForm(page)).toEqual(aoife);
  await page.getByRole('button', { name: 'Clear this form' }).click();
  await page.reload();
  await ready(page);
  expect(await readForm(page)).toEqual(untouched);
});

test('What was typed before the scripts came, and posted without signal, is in the form of the next tab', async () => {
  const page = await journey.newPage({ expected: /ERR_FAILED|ERR_ABORTED|ERR_INTERNET_DISCONNECTED/ });
  await delayScripts(page);
  await page.goto(`${journey.product.url}/make-a-claim`, { waitUntil: 'commit' });
  await page.locator('main [name="consent"]').waitFor();
  await fill(page, aoife);
  // On a slow line a form is posted before the scripts come. Without signal its answer is the browser's own error page.
  await page.context().setOffline(true);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form.lead-form')?.requestSubmit());
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(`${journey.product.url}/make-a-claim`);
  await ready(tab);
  await tab.getByText(note).waitFor();
  expect(await readForm(tab)).toEqual(aoife);
  await tab.getByRole('button', { name: 'Clear this form' }).click();
  await expect.poll(() => traces(tab)).not.toContain(aoife.email);
});
