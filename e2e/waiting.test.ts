// Protects: without a network a claim waits on the device and is sent by itself.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, formOf, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { endlessMs, giveLimits, noLimits } from './harness/time-limits.ts';
import { endpoint, failToSend, ownAnswer, panelOf, storedClaims, traces, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|status of 50\d/;
const stored = (lastName: string) => storedClaims(journey.product, lastName);

test('Without a network the claim waits on the device, says so, and is sent by itself when the network is back', async () => {
  const page = await visit('/make-a-claim');
  const untouched = await readForm(page);
  const answers = await failToSend(page, 'Tunnel');
  const panel = panelOf(page);
  expect(await panel.getByRole('link', { name: `Call ${site.helpline.display}` }).getAttribute('href')).toBe(
    `tel:${site.helpline.tel}`,
  );
  expect(await readForm(page)).toEqual(answers);
  expect(stored('Tunnel')).toEqual([]);

  await page.context().setOffline(false);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  expect(await referenceOn(page)).toBe(stored('Tunnel')[0]?.reference);
  await panel.waitFor({ state: 'detached' });
  expect(await readForm(page)).toEqual(untouched);
  expect(stored('Tunnel')).toHaveLength(1);
});

test('A page that is opened later sends what waits, shows the reference, and the form page has the receipt', async () => {
  const page = await visit('/make-a-claim');
  await failToSend(page, 'Later');
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(`${journey.product.url}/faq`);
  await ready(tab);
  const news = tab.getByRole('status').filter({ hasText: 'We have your claim.' });
  await news.waitFor();
  const [row, ...others] = stored('Later');
  expect(others).toEqual([]);
  expect(await news.textContent()).toContain(row?.reference);
  await news.getByRole('link', { name: 'What happens next' }).click();
  expect(await referenceOn(tab)).toBe(row?.reference);
});

test('After it was sent nothing of what was typed is left on the device', async () => {
  const page = await visit('/make-a-claim');
  await failToSend(page, 'Traceless');
  expect(await traces(page)).toContain('Traceless');
  await page.context().setOffline(false);
  await page.locator('.receipt').waitFor();
  await expect.poll(() => traces(page)).not.toContain('Traceless');
  const left = await traces(page);
  for (const value of [aoife.phone, aoife.email, aoife.firstName, aoife.address]) expect(left).not.toContain(value);
});

test('Cancelled, it is gone from the device and is not sent; what the form shows stays', async () => {
  const page = await visit('/make-a-claim');
  const answers = await failToSend(page, 'Cancelled');
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Do not send it' }).click();
  await panel.getByRole('button', { name: 'No, keep it' }).click();
  await panel.getByRole('button', { name: 'Do not send it' }).click();
  await panel.getByRole('button', { name: 'Yes, delete it' }).click();
  await panel.waitFor({ state: 'detached' });
  expect(await page.locator('.lead-form .callout-danger').count()).toBe(0);
  expect(await readForm(page)).toEqual(answers);
  await formOf(page).getByRole('button', { name: 'Clear this form' }).click();
  expect(await traces(page)).not.toContain('Cancelled');
  await page.context().setOffline(false);
  await page.reload();
  await ready(page);
  expect(await panel.count()).toBe(0);
  expect(stored('Cancelled')).toEqual([]);
});

test('Try now tries at once, and says that it did not get through', async () => {
  // None of the attempts that would soon follow: only the button and the start of the page, which may be late, send.
  const page = await journey.newPage({ expected });
  await page.addInitScript(giveLimits, { ...noLimits, retrySoon: endlessMs });
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  let attempts = 0;
  await page.route(endpoint, (route) => {
    attempts += 1;
    return route.abort();
  });
  await fill(page, { ...aoife, lastName: 'Impatient' });
  await waitingLoaded(page);
  await submit(page);
  const panel = panelOf(page);
  await panel.waitFor();
  const before = attempts;
  await panel.getByRole('button', { name: 'Try now' }).click();
  await panel.getByText(/Last tried at \d\d:\d\d\./).waitFor();
  await expect.poll(() => attempts).toBeGreaterThan(before);
  await page.unroute(endpoint);
  await panel.getByRole('button', { name: 'Try now' }).click();
  await page.locator('.receipt').waitFor();
  expect(stored('Impatient')).toHaveLength(1);
});

test.each([
  ['the sign-in page of a Wi-Fi network', { status: 200, contentType: 'text/html', body: '<h1>Sign in to this Wi-Fi</h1>' }],
  ['a page that refuses and is not ours', { status: 403, contentType: 'text/html', body: '<h1>Pay first</h1>' }],
  ['a proxy whose server is stopped', { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
  ['a store that does not answer', ownAnswer(503, { message: 'We could not save your message just now.' })],
  ['very many from one address', ownAnswer(429, { message: 'Very many messages have just come.' })],
])('%s: it waits, and is sent later', async (_, response) => {
  const page = await visit('/contact', /status of (403|429|50\d)/);
  await page.route(endpoint, (route) => route.fulfill(response));
  const subject = `Wait ${response.status}`;
  await fill(page, { name: 'Mo', email: 'mo@example.com', phone: '', subject, message: 'Please call me.' });
  await waitingLoaded(page);
  await submit(page);
  await panelOf(page).getByText('Waiting to be sent: your message').waitFor();
  await page.unroute(endpoint);
  await panelOf(page).getByRole('button', { name: 'Try now' }).click();
  await page.locator('.receipt').waitFor();
  expect(readStore(journey.product).submissions.filter(({ form_data }) => form_data.subject === subject)).toHaveLength(1);
});

async function visit(path: string, also = expected): Promise<Page> {
  return journey.visit(path, { expected: also });
}

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}
