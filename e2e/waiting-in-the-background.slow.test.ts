// Protects: what waits is sent by the service worker, also after the browser was killed.
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { readEvidence, readStore } from '#testing/read-store.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { waitLimitMs } from '#testing/until.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { giveLimits, noLimits } from './harness/time-limits.ts';
import { endpoint, failToSend, panelOf, storedClaims, traces, waitingLoaded } from './harness/waiting.ts';

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

test('The service worker sends the photographs too, once with a page that is opened meanwhile', async () => {
  const { browser, page } = await openSavedSite('/roadside');
  await fill(page, { name: 'Worker Photo', phone: '07700 900556', locationOfAccident: 'M25 J28', consent: 'yes' });
  await waitingLoaded(page);
  const names = ['one.jpg', 'two.jpg', 'three.jpg'];
  await page
    .locator('#roadside-photographs')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() })));
  await page.getByText('3 photographs will be sent with it.').waitFor();
  // The first photograph is complete on the server, and its last response is lost.
  await page.route('**/your-claim/files/*', async (route) => {
    if (route.request().method() === 'PATCH') await route.fetch();
    await route.abort();
  });
  await submit(page);
  await panelOf(page).getByText('Waiting to be sent: 3 photographs of your claim').waitFor();
  const blank = await browser.newPage();
  const worker = await findWorker(page, blank);
  await page.close();
  const later = await browser.newPage();
  await Promise.all([worker.sync(), later.goto(`${journey.product.url}/faq`)]);
  await expect.poll(() => filesOf('Worker Photo')).toEqual(names);
  await panelOf(later).getByText('photographs of your claim').waitFor({ state: 'detached' });
  await expect.poll(() => traces(later)).not.toContain('two.jpg');
  await worker.sync();
  expect(filesOf('Worker Photo')).toEqual(names);
});

test('With every page closed a claim and its photographs are sent by one background sync, and the next page shows the reference', async () => {
  const { browser, page } = await openSavedSite('/roadside');
  await page.route(endpoint, (route) => route.abort());
  await fill(page, { name: 'Worker All', phone: '07700 900557', locationOfAccident: 'M25 J29', consent: 'yes' });
  await waitingLoaded(page);
  const photograph = { name: 'all.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() };
  await page.locator('#roadside-photographs').setInputFiles([photograph]);
  await submit(page);
  await panelOf(page).getByText('Waiting to be sent: your claim and 1 photograph').waitFor();
  const blank = await browser.newPage();
  const worker = await findWorker(page, blank);
  await page.close();
  await worker.sync();
  await expect.poll(() => filesOf('Worker All')).toEqual(['all.jpg']);
  await blank.goto(`${journey.product.url}/faq`);
  await blank.getByText('We have your claim.').waitFor();
  const [row, ...others] = readStore(journey.product).submissions.filter(({ form_data }) => form_data.name === 'Worker All');
  expect(others).toEqual([]);
  await blank.getByText(String(row?.reference)).waitFor();
});

/** Opens a browser for this test, with a page whose site the service worker has saved. */
async function openSavedSite(path: string) {
  const folder = await makeFolder();
  onTestFinished(() => removeFolder(folder));
  const browser = await openBrowser(folder);
  onTestFinished(() => browser.kill());
  const page = await browser.newPage();
  await page.goto(journey.product.url + path);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return { browser, page: await ready(page) };
}

/** Lets the service worker have a sync event, as the browser does when there is signal. */
async function findWorker(page: Page, blank: Page) {
  const session = await page.context().newCDPSession(blank);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(journey.product.url));
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const event = { origin: journey.product.url, registrationId, tag: 'kerbside-waiting', lastChance: false };
  return { sync: async () => void (await session.send('ServiceWorker.dispatchSyncEvent', event)) };
}

function filesOf(name: string): string[] {
  return readEvidence(journey.product)
    .filter((row) => row.form_data.name === name)
    .map((row) => row.file);
}

/** A browser of its own, which keeps what it stores in `folder`. */
async function openBrowser(folder: string) {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    locale: 'en-GB',
  });
  context.setDefaultTimeout(waitLimitMs);
  await context.addInitScript(giveLimits, noLimits);
  // The browser syncs when a test says so: it is online, so by itself it would as soon as a page asks for it.
  await context.addInitScript(() => {
    Object.assign((globalThis as unknown as { SyncManager: typeof Object }).SyncManager.prototype, { register: async () => {} });
  });
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
