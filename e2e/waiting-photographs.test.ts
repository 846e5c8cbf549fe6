// Protects: photographs wait with their claim, and none is lost, doubled or mixed up.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { readEvidence, readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fillClaim } from './harness/claim-with-files.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { panelOf, traces, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|status of (40[39]|413|415|50\d)/;
const uploads = '**/your-claim/files**';

const photograph = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() });

test('A claim and its photographs wait together, and both are sent when there is signal', async () => {
  const page = await startClaim('Photo Tunnel', [photograph('front.jpg'), photograph('back.jpg')]);
  await page.context().setOffline(true);
  await submit(page);
  await panelOf(page).getByText('Waiting to be sent: your claim and 2 photographs').waitFor();
  await page.context().setOffline(false);
  await page.locator('.receipt').waitFor();
  await expect.poll(() => filesOf('Photo Tunnel')).toEqual(['front.jpg', 'back.jpg']);
  await panelOf(page).waitFor({ state: 'detached' });
  const left = await traces(page);
  for (const value of ['Photo Tunnel', 'front.jpg', '07700 900555']) expect(left).not.toContain(value);
});

test('Chosen photographs outlive a reload; one can be taken away; the others follow a claim that is sent at once', async () => {
  const page = await startClaim('Photo Reload', [photograph('one.jpg'), photograph('two.jpg')]);
  await page.reload();
  await ready(page);
  await page.getByText('2 photographs will be sent with it.').waitFor();
  await page.getByRole('button', { name: 'Remove one.jpg' }).click();
  await page.getByText('1 photograph will be sent with it.').waitFor();
  await submit(page);
  await page.locator('.receipt').waitFor();
  await expect.poll(() => filesOf('Photo Reload')).toEqual(['two.jpg']);
  await expect.poll(() => traces(page)).not.toContain('two.jpg');
});

test('Photographs whose connection breaks wait after their claim was accepted, and none arrives twice', async () => {
  const page = await startClaim('Photo Break', [photograph('a.jpg'), photograph('b.jpg')]);
  let answers = 0;
  await page.route(uploads, async (route) => {
    if (answers === 0 && route.request().method() !== 'PATCH') return route.continue();
    // The first photograph is complete on the server, its last response is lost, and nothing comes through after that.
    if (answers === 0) await route.fetch();
    answers += 1;
    return route.abort('connectionreset');
  });
  await submit(page);
  await page.locator('.receipt').waitFor();
  await panelOf(page).getByText('Waiting to be sent: 2 photographs of your claim').waitFor();
  expect(answers).toBeGreaterThan(0);
  await page.unroute(uploads);
  await page.reload();
  await expect.poll(() => filesOf('Photo Break')).toEqual(['a.jpg', 'b.jpg']);
  await panelOf(page).waitFor({ state: 'detached' });
  expect(filesOf('Photo Break')).toHaveLength(2);
});

test('A photograph that our server does not take is named with the reason; the claim and the others are there', async () => {
  const disguised = { name: 'not-one.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<p>I am a page</p>'.repeat(100)) };
  const page = await startClaim('Photo Refused', [disguised, photograph('good.jpg')]);
  await submit(page);
  const panel = panelOf(page);
  await panel.getByText('We have your claim, but not every photograph.').waitFor();
  expect(await panel.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('not-one.jpg: ')]);
  await expect.poll(() => filesOf('Photo Refused')).toEqual(['good.jpg']);
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
});

test('Photographs beyond the most that a claim can have are each named with the reason, and nothing waits', async () => {
  const page = await startClaim('Photo Sixty', [photograph('a.jpg'), photograph('b.jpg')]);
  await page.route(uploads, (route) => route.abort('connectionreset'));
  await submit(page);
  await page.locator('.receipt').waitFor();
  const panel = panelOf(page);
  await panel.getByText('Waiting to be sent: 2 photographs of your claim').waitFor();
  const claim = readStore(journey.product).submissions.find(({ form_data }) => form_data.name === 'Photo Sixty');
  fillClaim(journey.product, String(claim?.reference));
  await page.unroute(uploads);
  await page.reload();
  await panel.getByText('We have your claim, but not every photograph.').waitFor();
  await expect
    .poll(() => panel.getByRole('listitem').allTextContents())
    .toEqual(['a.jpg', 'b.jpg'].map((name) => expect.stringContaining(`${name}: This claim has 60 files`)));
});

test('Clear takes the photographs away with what was typed, Undo brings both back, and the next person sends none', async () => {
  const page = await startClaim('Photo Clear', [photograph('first.jpg'), photograph('second.jpg')]);
  const names = page.getByRole('list', { name: 'Chosen photographs' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Clear this form' }).click();
  await names.first().waitFor({ state: 'detached' });
  expect(await traces(page)).not.toContain('first.jpg');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 photographs will be sent with it.').waitFor();
  await page.getByRole('button', { name: 'Clear this form' }).click();
  await names.first().waitFor({ state: 'detached' });
  await sendClaim(page, 'Photo Next');
  await page.reload();
  await ready(page);
  expect(filesOf('Photo Next')).toEqual([]);
  expect(await traces(page)).not.toContain('first.jpg');
});

test('A form that was cleared in a copy of its tab has no photographs any more', async () => {
  const page = await startClaim('Photo Copied', [photograph('copied.jpg')]);
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.evaluate(() => void window.open('/roadside'))]);
  await ready(tab);
  await tab.getByText('1 photograph will be sent with it.').waitFor();
  await tab.getByRole('button', { name: 'Clear this form' }).click();
  await page.getByText('1 photograph will be sent with it.').waitFor({ state: 'detached' });
  await submit(page);
  await page.locator('.receipt').waitFor();
  expect(await traces(page)).not.toContain('copied.jpg');
  expect(filesOf('Photo Copied')).toEqual([]);
});

test('Photographs that are chosen before the script that keeps them has come go with a claim that is accepted meanwhile', async () => {
  const page = await journey.newPage({ expected });
  const { promise: come, resolve: comes } = Promise.withResolvers<void>();
  await page.route('**/waiting-panel-*', async (route) => {
    await come;
    await route.continue();
  });
  await page.goto(`${journey.product.url}/roadside`);
  await ready(page);
  await page.getByLabel('Photographs (optional)').setInputFiles([photograph('early.jpg')]);
  await sendClaim(page, 'Photo Early');
  comes();
  await expect.poll(() => filesOf('Photo Early')).toEqual(['early.jpg']);
  await expect.poll(() => traces(page)).not.toContain('early.jpg');
});

test('What is no photograph, or is too large, is not taken, and says why', async () => {
  const drawing = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  const page = await startClaim('Photo Odd', [drawing]);
  await page.getByText('drawing.svg: Only photographs').waitFor();
  await page.getByLabel('Photographs (optional)').evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(26 * 1024 * 1024)], 'huge.jpg', { type: 'image/jpeg' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.getByText('huge.jpg: A photograph can have up to 25 MB.').waitFor();
  expect(await page.getByText('will be sent with it').count()).toBe(0);
});

const answersOf = (name: string) => ({ name, phone: '07700 900555', locationOfAccident: 'M25 J27', consent: 'yes' });

async function sendClaim(page: Page, name: string): Promise<void> {
  await fill(page, answersOf(name));
  await submit(page);
  await page.locator('.receipt').waitFor();
}

async function startClaim(name: string, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<Page> {
  const page = await journey.visit('/roadside', { expected });
  await fill(page, answersOf(name));
  await waitingLoaded(page);
  await page.getByLabel('Photographs (optional)').setInputFiles(files);
  const number = files.length === 1 ? '1 photograph' : `${files.length} photographs`;
  await page
    .getByText(`${number} will be sent with it.`)
    .or(page.getByText('Only photographs', { exact: false }))
    .first()
    .waitFor();
  return page;
}

function filesOf(name: string): string[] {
  return readEvidence(journey.product)
    .filter((row) => row.form_data.name === name)
    .map((row) => row.file);
}
