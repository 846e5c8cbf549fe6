// Protects: messages and photographs of a claim wait for signal, and are sent once.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { sampled } from '#testing/sampled.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { panelOf, sendWhatWaits, traces, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|dynamically imported module|ERR_FAILED|ERR_CONNECTION|status of 403/;

let count = 0;

/** Opens the page of a new claim by its private link. */
async function openClaim() {
  count += 1;
  const formData = { ...aoife, additionalInfo: `waiting message ${count}` };
  const sent = jsonPost({ formName: 'Make a Claim', formData });
  const { link } = (await journey.product.request('/functions/v1/send-form-email', sent)).json();
  const page = await journey.newPage({ expected });
  await page.goto(String(link));
  return { page: await ready(page), link: String(link) };
}

/** Writes a message and presses the button, once the browser has loaded everything that keeps it. */
async function write(page: Page, text: string, disconnect: () => Promise<unknown>): Promise<void> {
  await page.getByLabel('Add a message').fill(text);
  await waitingLoaded(page);
  await disconnect();
  await page.getByRole('button', { name: 'Send message' }).click();
  await panelOf(page).getByText('Waiting to be sent: your message').waitFor();
}

const messagesOn = (page: Page) => page.locator('.claim-messages .claim-text').allTextContents();

test('A message without signal waits on the device, says so, and is sent from any page once there is signal', async () => {
  const { page } = await openClaim();
  await write(page, 'Typed in a tunnel.', () => page.context().setOffline(true));
  await panelOf(page).getByText('Typed in a tunnel.').waitFor();
  await page.getByText('If you close it, open it again', { exact: false }).last().waitFor();
  await expect.poll(() => page.getByLabel('Add a message').inputValue()).toBe('');
  expect(await axeViolations(page)).toEqual([]);
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(`${journey.product.url}/faq`);
  await panelOf(tab).getByText('We have your message.').waitFor();
  await tab.goto(`${journey.product.url}/your-claim`);
  expect(await messagesOn(tab)).toEqual(['Typed in a tunnel.']);
  await expect.poll(() => traces(tab)).not.toContain('tunnel');
});

test('On the page of the claim it is sent when there is signal again, and is among the messages', async () => {
  const { page } = await openClaim();
  await write(page, 'Sent from the same page.', () => page.context().setOffline(true));
  await page.context().setOffline(false);
  await page.locator('.claim-messages').getByText('Sent from the same page.').waitFor();
  expect(await messagesOn(page)).toEqual(['Sent from the same page.']);
  await page.getByRole('link', { name: 'Waiting to be sent' }).waitFor({ state: 'detached' });
});

test('A message that arrived, and whose answer was lost, is there once', async () => {
  const { page } = await openClaim();
  await write(page, 'The answer is lost.', () =>
    page.route('**/your-claim.data*', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    }),
  );
  await page.unroute('**/your-claim.data*');
  await sendWhatWaits(page);
  await panelOf(page).getByText('We have your message.').waitFor();
  await page.reload();
  expect(await messagesOn(page)).toEqual(['The answer is lost.']);
});

const pictures = ['one.jpg', 'two.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() }));

/** Chooses two photographs without signal. `script`: the script that sends files was loaded before, with another file. */
async function chooseOffline(page: Page, script: boolean): Promise<void> {
  await page.getByLabel('Add files').focus();
  await waitingLoaded(page);
  if (script) {
    await page.locator('#file').setInputFiles([{ ...pictures[0], name: 'before.jpg' } as (typeof pictures)[0]]);
    await page.getByText('1 of 1 file arrived.').waitFor();
  }
  await page.context().setOffline(true);
  await page.locator('#file').setInputFiles(pictures);
  await panelOf(page).getByText('Waiting to be sent: 2 photographs of your claim').waitFor();
}

const filesOn = (page: Page) => page.locator('.claim-files bdi').allTextContents();

test.each(sampled([true, false]))(
  'Photographs that were chosen there without signal are sent from any page, after the tab was closed (script: %s)',
  async (script) => {
    const { page } = await openClaim();
    await chooseOffline(page, script);
    expect(await axeViolations(page)).toEqual([]);
    const tab = await page.context().newPage();
    await page.close();
    await tab.context().setOffline(false);
    await tab.goto(`${journey.product.url}/faq`);
    // The panel may be gone again before anybody looks.
    await expect.poll(() => traces(tab)).not.toContain('one.jpg');
    await panelOf(tab).waitFor({ state: 'detached' });
    await tab.goto(`${journey.product.url}/your-claim`);
    const names = [...(script ? ['before.jpg'] : []), 'one.jpg', 'two.jpg'];
    expect((await filesOn(tab)).toSorted()).toEqual(names);
    expect(await tab.getByText('Not finished the last time.', { exact: false }).count()).toBe(0);
  },
);

test('On the page of the claim photographs are sent when there is signal again, and have arrived', async () => {
  const { page } = await openClaim();
  await chooseOffline(page, true);
  await page.context().setOffline(false);
  for (const name of ['one.jpg', 'two.jpg']) await page.locator('.claim-files bdi', { hasText: name }).waitFor();
  await panelOf(page).waitFor({ state: 'detached' });
  expect((await filesOn(page)).toSorted()).toEqual(['before.jpg', 'one.jpg', 'two.jpg']);
});

test('Where the link is no longer open photographs are kept until it is opened again', async () => {
  const { page, link } = await openClaim();
  await chooseOffline(page, false);
  await page.context().clearCookies();
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(`${journey.product.url}/faq`);
  await panelOf(tab).getByText('Please open your claim by its private link again.', { exact: false }).waitFor();
  await tab.goto(link);
  for (const name of ['one.jpg', 'two.jpg']) await tab.locator('.claim-files bdi', { hasText: name }).waitFor();
  expect((await filesOn(tab)).toSorted()).toEqual(['one.jpg', 'two.jpg']);
});

test('A link that is no longer open keeps what was typed and asks; opened again, it is sent once', async () => {
  const { page, link } = await openClaim();
  await write(page, 'My link has gone.', () => page.context().setOffline(true));
  await page.context().clearCookies();
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(`${journey.product.url}/faq`);
  const panel = panelOf(tab);
  await panel.getByText('Not taken: your message.').waitFor();
  await panel.getByText('Open the link in our email again', { exact: false }).waitFor();
  await panel.getByText('My link has gone.').waitFor();
  await tab.goto(link);
  await ready(tab);
  await panel.getByRole('button', { name: 'Send it again' }).click();
  await tab.locator('.claim-messages').getByText('My link has gone.').waitFor();
  expect(await messagesOn(tab)).toEqual(['My link has gone.']);
});
