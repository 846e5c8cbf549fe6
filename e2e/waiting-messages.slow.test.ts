// Protects: messages and photographs of a claim wait for signal, and are sent once.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { panelOf, traces, waitingLoaded } from './harness/waiting.ts';

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
async function write(page: Page, text: string, disconnect: () => Promise<unknown> = async () => {}): Promise<void> {
  await page.getByLabel('Add a message').fill(text);
  await waitingLoaded(page);
  await disconnect();
  await page.getByRole('button', { name: 'Send message' }).click();
  await panelOf(page).getByText('Waiting to be sent: your message').waitFor();
}

const messagesOn = (page: Page) => page.locator('.claim-messages .claim-text').allTextContents();

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

test('What was written and chosen there without signal waits, says so, and is sent from any page, after the tab was closed', async () => {
  const { page } = await openClaim();
  await chooseOffline(page, false);
  await write(page, 'Typed in a tunnel.');
  await panelOf(page).getByText('Typed in a tunnel.').waitFor();
  await page.getByText('If you close it, open it again', { exact: false }).last().waitFor();
  await expect.poll(() => page.getByLabel('Add a message').inputValue()).toBe('');
  expect(await axeViolations(page)).toEqual([]);
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(`${journey.product.url}/faq`);
  await panelOf(tab).getByText('We have your message.').waitFor();
  // What is said of photographs may be gone again before anybody looks.
  await expect.poll(() => traces(tab)).not.toMatch(/one\.jpg|two\.jpg|tunnel/);
  await tab.goto(`${journey.product.url}/your-claim`);
  expect(await messagesOn(tab)).toEqual(['Typed in a tunnel.']);
  expect((await filesOn(tab)).toSorted()).toEqual(['one.jpg', 'two.jpg']);
  expect(await tab.getByText('Not finished the last time.', { exact: false }).count()).toBe(0);
});

test('Where the page stays open it is sent there; a message that arrived, and whose answer was lost, is there once', async () => {
  const { page } = await openClaim();
  // It is tried again at once, which is lost on the way there.
  const calls = /\/your-claim(\.data|\/messages)/;
  await write(page, 'The answer is lost.', () =>
    page.route(calls, async (route) => {
      if (!route.request().url().endsWith('/messages')) await route.fetch();
      await route.abort('connectionreset');
    }),
  );
  await page.unroute(calls);
  await chooseOffline(page, true);
  await page.context().setOffline(false);
  for (const name of ['one.jpg', 'two.jpg']) await page.locator('.claim-files bdi', { hasText: name }).waitFor();
  await page.locator('.claim-messages').getByText('The answer is lost.').waitFor();
  await page.getByRole('link', { name: 'Waiting to be sent' }).waitFor({ state: 'detached' });
  expect((await filesOn(page)).toSorted()).toEqual(['before.jpg', 'one.jpg', 'two.jpg']);
  await page.reload();
  expect(await messagesOn(page)).toEqual(['The answer is lost.']);
});

test('Where the link is no longer open both are kept, and it is asked for; opened again, each is sent once', async () => {
  const { page, link } = await openClaim();
  await chooseOffline(page, false);
  await write(page, 'My link has gone.');
  await page.context().clearCookies();
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(`${journey.product.url}/faq`);
  const panel = panelOf(tab);
  await panel.getByText('Please open your claim by its private link again.', { exact: false }).waitFor();
  await panel.getByText('Not taken: your message.').waitFor();
  await panel.getByText('Open the link in our email again', { exact: false }).waitFor();
  await panel.getByText('My link has gone.').waitFor();
  await tab.goto(link);
  await ready(tab);
  for (const name of ['one.jpg', 'two.jpg']) await tab.locator('.claim-files bdi', { hasText: name }).waitFor();
  expect((await filesOn(tab)).toSorted()).toEqual(['one.jpg', 'two.jpg']);
  await panel.getByRole('button', { name: 'Send it again' }).click();
  await tab.locator('.claim-messages').getByText('My link has gone.').waitFor();
  expect(await messagesOn(tab)).toEqual(['My link has gone.']);
});
