// Protects: a click in a tab from before an upgrade is done after its reload or said, and a proxy's refusal leaves the claim on the screen.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { send, open } = desk;

const expected = /Failed to load resource|ERR_FAILED|Error loading route module|Failed to fetch dynamically/;

/** A browser on a slow machine: the script has failed before React has rendered that it is loaded. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
}

test('a click whose screen’s script is gone leads there after the reload', async () => {
  const id = await send({ ...aoife, firstName: 'Old' });
  const page = await open(`/desk/submissions/${id}`, desk.handler, { expected });
  await page.route('**/assets/merge-page*.js', (route) => route.abort(), { times: 1 });
  await slowDown(page);
  await page.getByRole('link', { name: 'Merge with another claim…' }).click();
  await page.waitForURL(`**/desk/submissions/${id}/merge`);
  await page.getByRole('heading', { level: 1, name: /^Merge/ }).waitFor();
});

test('an act whose screen’s script is gone is not done, which is said', async () => {
  const id = await send({ ...aoife, firstName: 'Several' });
  const page = await open('/desk', desk.handler, { expected, viewport: { width: 1280, height: 800 } });
  await page.route('**/assets/many-page*.js', (route) => route.abort(), { times: 1 });
  await page.locator(`#queue-${id} .queue-check`).check();
  await page.getByLabel('Why they are closed').fill('It is settled.');
  await slowDown(page);
  await page.getByRole('button', { name: 'Close all' }).click();
  await page.getByText('what you pressed was not done').first().waitFor();
  await page.locator(`#queue-${id}`).waitFor();
});

const proxys = (status: number, text: string) =>
  `A server in front of the desk refused it (${status}: ${text}), so nothing was done.`;

test.each([
  ['a proxy', 429, 'text/html', '<h1>429</h1>', proxys(429, 'too many requests')],
  ['a proxy', 413, 'text/html', '<h1>413</h1>', proxys(413, 'too large')],
  ['a proxy', 403, 'text/html', '<h1>403</h1>', 'A server in front of the desk refused it (403), so nothing was done.'],
  ['our server', 429, 'application/json', '{"message":"Too much at once."}', 'Too much at once.'],
])(
  'what %s answers to an act (%i) is told, and the claim stays with what was typed',
  async (_, status, contentType, body, told) => {
    const id = await send({ ...aoife, firstName: `Refused ${status}` });
    const page = await open(`/desk/submissions/${id}`, desk.handler, { expected });
    await page.getByLabel('What was said, and when next').fill('Ring after six');
    await page.route('**/desk/submissions/*.data**', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, contentType, body }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Spoke to the claimant' }).click();
    await page.getByRole('alert').getByText(told).waitFor();
    expect(await page.getByLabel('What was said, and when next').inputValue()).toBe('Ring after six');
  },
);
