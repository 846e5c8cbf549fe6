// Protects: one thing that cannot be sent holds up no other, and is named.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { readEvidence, readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { endpoint, ownAnswer, panelOf, runUntilVisible, sendWhatWaits, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|status of (40[39]|415|429|50\d)/;
const uploads = '**/your-claim/files**';
const dayMs = 24 * 3_600_000;

const photograph = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() });
const disguised = { ...photograph('not-one.jpg'), buffer: Buffer.from('<p>I am a page</p>'.repeat(100)) };
const answersOf = (name: string, phone = '07700 900555') => ({ name, phone, locationOfAccident: 'M25 J27', consent: 'yes' });

test('A photograph from the page of a claim that is refused when it is sent is named with the reason', async () => {
  const { page } = await openClaim('Blocked Refused');
  await waitWith(page, [disguised, photograph('good.jpg')]);
  await page.unroute(uploads);
  await sendWhatWaits(page);
  await panelOf(page).getByText('We have your claim, but not every photograph.').waitFor();
  expect(await panelOf(page).getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('not-one.jpg: ')]);
  await expect.poll(() => filesOf('Blocked Refused')).toEqual(['good.jpg']);
});

test('Photographs that wait for their link keep none of another claim; once it is opened they are sent, and nothing is left', async () => {
  const { page, link } = await openClaim('Blocked Older');
  await waitWith(page, [photograph('older.jpg')]);
  const later = await page.context().newPage();
  await page.close();
  // The route is set before the page opens, because waiting submissions are sent at once.
  await later.route(uploads, (route) => route.abort('connectionreset'));
  await later.goto(`${journey.product.url}/roadside`);
  await ready(later);
  await sendRoadside(later, 'Blocked Newer', [photograph('new1.jpg'), photograph('new2.jpg')]);
  await panelOf(later).getByText('Waiting to be sent: 2 photographs of your claim').waitFor();
  await later.unroute(uploads);
  await later.reload();
  await expect.poll(() => filesOf('Blocked Newer')).toEqual(['new1.jpg', 'new2.jpg']);
  await panelOf(later).getByText('Open your claim by its private link to send 1 photograph of your claim.').waitFor();
  await panelOf(later).getByText('Waiting to be sent').waitFor({ state: 'detached' });
  expect(filesOf('Blocked Older')).toEqual([]);
  await later.goto(link);
  await expect.poll(() => filesOf('Blocked Older')).toEqual(['older.jpg']);
  await nothingIsMissing(later);
});

test.each([
  ['is withheld', () => null],
  ['has ended', (link: string) => `${link.slice(0, -8)}AAAAAAAA`],
])('Photographs of a claim whose link %s stay on the device until the link is opened', async (name, change) => {
  const page = await journey.visit('/roadside', { expected });
  let link = '';
  await page.route(endpoint, async (route) => {
    // The request has no cookie, which the browser would send with its own.
    const sent = jsonPost(route.request().postDataJSON());
    const answer = (await journey.product.request('/functions/v1/send-form-email', sent)).json();
    link = String(answer.link);
    await route.fulfill(ownAnswer(200, { ...answer, link: change(link) }));
  });
  await sendRoadside(page, `Link ${name}`, [photograph('only-copy.jpg')]);
  await panelOf(page).getByText('Open your claim by its private link to send 1 photograph of your claim.').waitFor();
  expect(filesOf(`Link ${name}`)).toEqual([]);
  await page.goto(link);
  await expect.poll(() => filesOf(`Link ${name}`)).toEqual(['only-copy.jpg']);
  await nothingIsMissing(page);
});

test('A claim is sent while the upload of a photograph hangs', async () => {
  const page = await journey.visit('/roadside', { expected });
  const held = await holdPieces(page);
  await sendRoadside(page, 'Hanging First', [photograph('slow.jpg')]);
  await expect.poll(() => held.length).toBe(1);
  await page.route(endpoint, (route) => route.abort('connectionreset'));
  await fill(page, answersOf('Hanging Second', '07700 900556'));
  await submit(page);
  await panelOf(page).getByText('Waiting to be sent: your claim.').waitFor();
  await page.unroute(endpoint);
  await sendWhatWaits(page);
  await expect.poll(() => countOf('Hanging Second')).toBe(1);
  expect(held).toHaveLength(1);
});

test('An upload without an answer is given up after a minute, and goes on later', async () => {
  const page = await journey.visit('/roadside', { expected, setsClock: true });
  const held = await holdPieces(page);
  await choose(page, 'Hanging Minute', [photograph('minute.jpg')]);
  await page.clock.install();
  await submit(page);
  await page.locator('.receipt').waitFor();
  await expect.poll(() => held.length).toBe(1);
  // The next attempt follows two seconds later, and not before the clock goes on.
  await page.clock.pauseAt(Date.now() + 61_000);
  await runUntilVisible(page, panelOf(page).getByText('Last tried at'), 10);
  await page.unroute(uploads);
  await page.clock.resume();
  await expect.poll(() => filesOf('Hanging Minute')).toEqual(['minute.jpg']);
});

test('Photographs of a draft that the tab still shows outlive a clock that is put right', async () => {
  const page = await openBehind('/roadside', 2);
  await choose(page, 'Draft Clock', [photograph('draft.jpg')]);
  await page.evaluate(() => sessionStorage.setItem('right', 'yes'));
  await page.reload();
  await ready(page);
  await waitingLoaded(page);
  await page.getByText('1 photograph will be sent with it.').waitFor();
  await submit(page);
  await expect.poll(() => filesOf('Draft Clock')).toEqual(['draft.jpg']);
});

test('A photograph that the device has lost is named, and nothing waits for it', async () => {
  const page = await journey.visit('/roadside', { expected });
  await page.route(uploads, (route) => route.abort('connectionreset'));
  await sendRoadside(page, 'Device Lost', [photograph('lost.jpg')]);
  await panelOf(page).getByText('Waiting to be sent: 1 photograph of your claim').waitFor();
  await page.evaluate(loseBytes);
  await page.unroute(uploads);
  await page.reload();
  await panelOf(page).getByText('We have your claim, but not every photograph.').waitFor();
  await panelOf(page).getByText('lost.jpg: This device has lost it').waitFor();
});

/** Opens the page of a claim by its private link. */
async function openClaim(name: string) {
  const sent = jsonPost({ formName: 'Make a Claim', formData: { ...aoife, lastName: name } });
  const { link } = (await journey.product.request('/functions/v1/send-form-email', sent)).json();
  const page = await journey.newPage({ expected });
  await page.goto(String(link));
  return { page: await ready(page), link: String(link) };
}

async function waitWith(page: Page, files: ReturnType<typeof photograph>[]): Promise<void> {
  await page.route(uploads, (route) => route.abort('connectionreset'));
  await page.getByLabel('Add files').focus();
  await waitingLoaded(page);
  await page.locator('#file').setInputFiles(files);
  const number = files.length === 1 ? '1 photograph' : `${files.length} photographs`;
  await panelOf(page).getByText(`Waiting to be sent: ${number} of your claim`).waitFor();
}

async function nothingIsMissing(page: Page): Promise<void> {
  await expect.poll(() => panelOf(page).getByText('by its private link').count()).toBe(0);
  expect(await panelOf(page).getByText('not every photograph').count()).toBe(0);
}

/**
 * Opens a page whose clock is slow, as that of its later pages until `sessionStorage` has `right`; other tabs have the right time.
 */
async function openBehind(path: string, days: number): Promise<Page> {
  const page = await journey.newPage({ expected });
  await page.addInitScript((behindMs) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() - (sessionStorage.getItem('right') ? 0 : behindMs);
  }, days * dayMs);
  await page.goto(journey.product.url + path);
  return ready(page);
}

async function choose(page: Page, name: string, files: ReturnType<typeof photograph>[]): Promise<void> {
  await fill(page, answersOf(name));
  await waitingLoaded(page);
  await page.getByLabel('Photographs (optional)').setInputFiles(files);
  await page.getByText('will be sent with it').waitFor();
}

async function sendRoadside(page: Page, name: string, files: ReturnType<typeof photograph>[]): Promise<void> {
  await choose(page, name, files);
  await submit(page);
  await page.locator('.receipt').waitFor();
}

/** Holds the requests with the bytes of files, which never arrive. */
async function holdPieces(page: Page): Promise<unknown[]> {
  const held: unknown[] = [];
  await page.route(uploads, (route) => (route.request().method() === 'PATCH' ? void held.push(route) : route.continue()));
  return held;
}

function filesOf(name: string): string[] {
  return readEvidence(journey.product)
    .filter(({ form_data }) => (form_data.name ?? form_data.lastName) === name)
    .map((row) => row.file)
    .toSorted();
}

function countOf(name: string): number {
  return readStore(journey.product).submissions.filter(({ form_data }) => form_data.name === name).length;
}

/** Runs in the page: deletes the bytes of photographs from the store. */
async function loseBytes(): Promise<void> {
  const request = indexedDB.open('kerbside-waiting', 1);
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  const tx = request.result.transaction('bytes', 'readwrite');
  tx.objectStore('bytes').clear();
  await new Promise((resolve) => {
    tx.oncomplete = resolve;
  });
  request.result.close();
}
