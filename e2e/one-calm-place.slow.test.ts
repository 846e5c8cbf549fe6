// Protects: a form that waits says in one place, at its button, why, and no sentence is false.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { polish } from '#content/roadside/pl.ts';
import { polishLate } from '#content/roadside/pl-late.ts';
import { answerHeader } from '#forms/answer-header.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { axeViolations, axeViolationsDark, horizontalOverflow } from './harness/axe-violations.ts';
import { noticesReady } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { endpoint, panelOf, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|status of (403|429)/;
const phone = { viewport: { width: 375, height: 667 }, expected };

const busy = {
  status: 429,
  json: { message: 'Very many messages have just come.' },
  headers: { [answerHeader]: '1', 'Retry-After': '1800' },
};
const nothingArrived = 'There is no connection.';
const unknown = 'No answer came, so we do not know whether it has arrived.';

test('One place at the button says why, no note says it again, and the focus stays on the button', async () => {
  const page = await noticesReady(await journey.visit('/make-a-claim', phone));
  await fill(page, { ...aoife, lastName: 'Why' });
  await waitingLoaded(page);
  await page.route(endpoint, (route) => route.fulfill(busy));
  await submit(page);
  const place = panelOf(page);
  await place.getByText('Waiting to be sent: your claim.').waitFor();
  for (const sentence of ['Our server cannot take it just now.', busy.json.message])
    await expect.poll(() => place.textContent()).toContain(sentence);
  await expect.poll(() => place.getByText(/Last tried at \d\d:\d\d\./).count()).toBe(1);
  await expect.poll(() => page.getByText('Uh oh! Something went wrong.', { exact: true }).count()).toBe(1);
  for (const sentence of [nothingArrived, unknown]) expect(await place.textContent()).not.toContain(sentence);
  expect(await page.locator('#waiting').count()).toBe(0);
  expect(await page.locator('.connection-note').isVisible()).toBe(false);
  const button = page.locator('.form-submit');
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  const first = place.getByText('Waiting to be sent: your claim.');
  const bottom = () => first.evaluate((one) => one.getBoundingClientRect().bottom);
  // The page may still be on its way there.
  await expect.poll(bottom).toBeLessThanOrEqual(667);
  const [above, below] = [await button.boundingBox(), await place.boundingBox()];
  const gap = (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  expect(gap).toBeGreaterThan(0);
  // The button that clears the form may be between them.
  expect(gap).toBeLessThan(100);
  expect(await axeViolations(page)).toEqual([]);
  expect(await axeViolationsDark(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toEqual([]);
});

test('On a good line photographs show a small picture and how far they are, and no alarm', async () => {
  const page = await sendWithPhotograph('Good Line');
  const place = panelOf(page);
  await place.getByText('On its way: 1 photograph of your claim.').waitFor();
  expect(await place.getByRole('progressbar', { name: 'front.png' }).count()).toBe(1);
  const isDrawn = () =>
    place.locator('canvas').evaluate((one) => {
      const { data } = (one as HTMLCanvasElement).getContext('2d')?.getImageData(56, 56, 1, 1) ?? { data: [] };
      return data[3] === 255;
    });
  await expect.poll(isDrawn).toBe(true);
  for (const alarm of ['Waiting', 'Try now', 'Do not send it', 'Last tried'])
    expect(await place.getByText(alarm).count()).toBe(0);
  expect(await page.locator('#waiting').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
});

test('Without signal the page of the roadside says everything in its language', async () => {
  const page = await journey.visit('/roadside?lang=pl', phone);
  const { texts, connection } = polish.form ?? { texts: null, connection: null };
  await fill(page, { name: 'Iwona', phone: '07700 900444', locationOfAccident: 'A406', consent: 'yes' });
  await waitingLoaded(page);
  await page.locator('#roadside-photographs').setInputFiles(photograph);
  await page.getByText(polishLate['1 photograph will be sent with it.']).waitFor();
  // The texts of what waits are loaded after the page.
  await page.getByRole('button', { name: polishLate.Remove }).waitFor();
  await page.context().setOffline(true);
  const note = page.locator('.connection-note');
  await note.getByText(connection?.offline ?? '').waitFor();
  expect(await note.getAttribute('lang')).toBe('pl');
  await submit(page);
  const place = page.getByRole('region', { name: texts?.['Waiting to be sent'] ?? '' });
  await place.getByText(polishLate['your claim and 1 photograph']).waitFor();
  for (const text of ['There is no connection.', 'Try now', 'Do not send it'] as const)
    expect(await place.textContent()).toContain(polishLate[text]);
  expect(await place.locator('[lang="en-GB"]').count()).toBe(0);
});

const photograph = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() };

/** Sends a roadside start whose photograph is on its way for as long as the test takes. */
async function sendWithPhotograph(name: string): Promise<Page> {
  const page = await journey.visit('/roadside', phone);
  await page.route('**/your-claim/files**', (route) => (route.request().method() === 'PATCH' ? undefined : route.continue()));
  await fill(page, { name, phone: '07700 900555', locationOfAccident: 'M25 J27', consent: 'yes' });
  await waitingLoaded(page);
  const picture = { name: 'front.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByLabel('Photographs (optional)').setInputFiles(picture);
  await page.getByText('1 photograph will be sent with it.').waitFor();
  await submit(page);
  await page.locator('.receipt').waitFor();
  return page;
}
