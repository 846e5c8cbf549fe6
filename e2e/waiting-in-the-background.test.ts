import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder, removeFolder } from '#testing/test-run.ts';
import { ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { endpoint, failToSend, storedClaims } from './harness/waiting.ts';

const journey = setupJourney();
const stored = (lastName: string) => storedClaims(journey.product, lastName);

test('A browser that is killed while a claim waits sends it when it is opened again', async () => {
  const folder = await makeFolder();
  onTestFinished(() => removeFolder(folder));
  const first = await openBrowser(folder);
  await keepClaim(await first.newPage(), 'Killed');
  await first.kill();

  const second = await openBrowser(folder);
  onTestFinished(() => second.kill());
  const page = await second.newPage();
  await page.goto(`${journey.product.url}/`);
  await page.getByText('We have your claim.').waitFor();
  expect(stored('Killed')).toHaveLength(1);
});

test('With every page closed the service worker sends what waits, and the next page shows the reference', async () => {
  const folder = await makeFolder();
  onTestFinished(() => removeFolder(folder));
  const browser = await openBrowser(folder);
  onTestFinished(() => browser.kill());
  const page = await browser.newPage();
  await page.goto(journey.product.url);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await keepClaim(page, 'Background');
  const blank = await browser.newPage();
  const session = await page.context().newCDPSession(blank);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(journey.product.url));
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await page.close();
  expect(stored('Background')).toEqual([]);
  const sync = { origin: journey.product.url, registrationId, tag: 'kerbside-waiting', lastChance: false };
  await session.send('ServiceWorker.dispatchSyncEvent', sync);
  await expect.poll(() => stored('Background').length).toBe(1);

  const later = await browser.newPage();
  await later.goto(`${journey.product.url}/faq`);
  await later.getByText('We have your claim.').waitFor();
  await later.getByText(String(stored('Background')[0]?.reference)).waitFor();
  expect(stored('Background')).toHaveLength(1);
});

/** A browser of its own, which keeps what it stores in `folder`. */
async function openBrowser(folder: string) {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    locale: 'en-GB',
  });
  context.setDefaultTimeout(15_000);
  const session = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
  return {
    newPage: () => context.newPage(),
    /** Without a chance to write anything. */
    kill: async () => {
      const closed = new Promise((resolve) => context.once('close', resolve));
      await session.send('Browser.crash' as 'Browser.close').catch(() => {});
      await closed;
    },
  };
}

/** As without signal: the page alone cannot reach the server. */
async function keepClaim(page: Page, lastName: string): Promise<void> {
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  await failToSend(page, lastName, () => page.route(endpoint, (route) => route.abort()));
}
