// Protects: what waits is sent once although tabs compete, servers fail and clocks are wrong.
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { refusals } from '#forms/errors.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { dropLimits } from './harness/time-limits.ts';
import {
  endpoint,
  failToSend,
  ownAnswer,
  panelOf,
  runUntilVisible,
  storeAsFirstRelease,
  storedClaims,
  traces,
  waitingLoaded,
} from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|status of (422|50\d)/;
const dayMs = 24 * 3_600_000;
const stored = (lastName: string) => storedClaims(journey.product, lastName);

test('A server without an answer is asked less and less often; when it is there again it is sent without a tap', async () => {
  const page = await journey.visitWithStoppedClock('/make-a-claim', { expected });
  let attempts = 0;
  await page.route(endpoint, (route) => {
    attempts += 1;
    return route.abort('connectionrefused');
  });
  await fill(page, { ...aoife, lastName: 'Hour' });
  await submit(page);
  await panelOf(page).waitFor();
  for (let minutes = 0; minutes < 60; minutes += 1) {
    await page.clock.runFor(60_000);
    await panelOf(page).getByText('Last tried at').waitFor();
  }
  expect(attempts).toBeGreaterThanOrEqual(10);
  expect(attempts).toBeLessThanOrEqual(25);
  await page.unroute(endpoint);
  // By the page's clock the response may not take 20 seconds, so the clock runs on slowly once the attempt has begun.
  const receipt = page.locator('.receipt');
  await runUntilVisible(page, panelOf(page).getByText('Trying to send it…').or(receipt).first(), 10_000);
  await runUntilVisible(page, receipt, 20);
  expect(stored('Hour')).toHaveLength(1);
});

test('The pause doubles with each attempt that reaches nobody, whatever another tab says meanwhile', async () => {
  const page = await journey.visitWithStoppedClock('/make-a-claim', { expected });
  const tab = await page.context().newPage();
  await tab.goto(`${journey.product.url}/healthz`);
  const held: (() => Promise<void>)[] = [];
  await page.route(endpoint, (route) => void held.push(() => route.abort('connectionrefused')));
  let attempts = 0;
  const pageTime = () => page.evaluate(() => Date.now());
  /** Returns how many seconds passed on the page's clock while the failure was noticed: more on a busy machine. */
  const failNext = async () => {
    await expect.poll(() => held.length).toBe(1);
    attempts += 1;
    await tellTabs(10);
    const failedAt = await pageTime();
    await held.pop()?.();
    // A change during a reading of the list causes another one a moment later, by the page's clock.
    await runUntilVisible(page, panelOf(page).getByRole('button', { name: 'Try now', disabled: false }), 20);
    expect(await panelOf(page).getByText('Last tried at').count()).toBe(1);
    return Math.ceil(((await pageTime()) - failedAt) / 1_000);
  };
  /** Lets these seconds pass on the page's clock, in each of which another tab reports a change. */
  const tellTabs = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await tab.evaluate(() => new BroadcastChannel('kerbside-waiting').postMessage(null));
      await page.clock.runFor(1_000);
    }
  };
  await fill(page, { ...aoife, lastName: 'Pauses' });
  await submit(page);
  let passed = await failNext();
  for (const pause of [15, 30, 60, 120]) {
    await tellTabs(pause - 3 - passed);
    expect([pause, held.length]).toEqual([pause, 0]);
    await page.clock.runFor(6_000 + passed * 1_000);
    passed = await failNext();
  }
  expect(attempts).toBe(5);
});

test('After thirty days it is not sent by itself: the page asks, and sends it then', async () => {
  const page = await journey.visit('/make-a-claim', { expected, setsClock: true });
  await dropLimits(page);
  await failToSend(page, 'Forgotten');
  await page.context().clock.setSystemTime(Date.now() + 31 * dayMs);
  await page.context().setOffline(false);
  await page.goto(`${journey.product.url}/faq`);
  await panelOf(page).getByText('It has waited for more than 30 days').waitFor();
  expect(stored('Forgotten')).toEqual([]);
  await dropLimits(page);
  await panelOf(page).getByRole('button', { name: 'Send it now' }).click();
  await page.getByText('We have your claim.').waitFor();
  expect(stored('Forgotten')).toHaveLength(1);
});

test.each([
  ['refuses storage', refuseStorage],
  ['has no room', fillStorage],
])('A browser that %s: the form says that it is not sent by itself, and a tap sends it', async (name, prepare) => {
  const page = await journey.newPage({ expected });
  await prepare(page);
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  const answers = { ...aoife, lastName: `Browser ${name}` };
  await fill(page, answers);
  await waitingLoaded(page);
  await page.context().setOffline(true);
  await submit(page);
  await page.getByText('This browser keeps nothing for us, so it is not sent by itself.').waitFor();
  expect(await page.getByText('Waiting to be sent').count()).toBe(0);
  expect(await readForm(page)).toEqual(answers);
  await page.context().setOffline(false);
  await submit(page);
  await page.locator('.receipt').waitFor();
  expect(stored(answers.lastName)).toHaveLength(1);
});

test('What the server refuses keeps what was typed, and asks; corrected it is sent once', async () => {
  const page = await journey.visit('/make-a-claim', { expected });
  const answers = await failToSend(page, 'Refused');
  const fields = { postcode: 'Enter your answer to: Postcode.' };
  await page.context().route(endpoint, (route) => route.fulfill(ownAnswer(422, { message: refusals.checkAnswers, fields })));
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(`${journey.product.url}/faq`);
  await panelOf(tab).getByText('Not taken: your claim.').waitFor();
  await panelOf(tab).getByText(refusals.checkAnswers).waitFor();
  await panelOf(tab).getByRole('link', { name: 'Open the form' }).click();
  await tab.waitForURL('**/make-a-claim');
  await tab.getByRole('link', { name: fields.postcode }).waitFor();
  expect(await readForm(tab)).toEqual(answers);

  await tab.context().unroute(endpoint);
  await tab.locator('[name="postcode"]').fill('IG11 8NW');
  await submit(tab);
  await tab.locator('.receipt').waitFor();
  await panelOf(tab).waitFor({ state: 'detached' });
  expect(stored('Refused').map(({ form_data }) => form_data.postcode)).toEqual(['IG11 8NW']);
  await expect.poll(() => traces(tab)).not.toContain('Refused');
});

test('What the first release stored is sent by every later one', async () => {
  const page = await journey.visit('/faq', { expected });
  const body = JSON.stringify({ formName: 'Make a Claim', formData: { ...aoife, lastName: 'Deploy' } });
  const form = { what: 'claim' as const, slug: 'claim', path: '/make-a-claim' };
  await page.evaluate(storeAsFirstRelease, [
    { ...form, key: 'a-key-of-the-first-release', body, createdAt: Date.now() - 60_000 },
  ]);
  await page.reload();
  await page.getByText('We have your claim.').waitFor();
  expect(stored('Deploy')).toHaveLength(1);
});

async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
}

async function fillStorage(page: Page): Promise<void> {
  const context: BrowserContext = page.context();
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: journey.product.url, quotaSize: 1 });
}
