// Protects: photographs wait with their claim, and none is lost, doubled or mixed up.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { readEvidence } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { panelOf, traces, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|status of (40[39]|413|415|50\d)/;

const photograph = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() });

test('Without a network a claim and its photographs wait on the device, say so, and are sent by themselves when it is back', async () => {
  const page = await startClaim('Photo Tunnel', [photograph('front.jpg'), photograph('back.jpg')]);
  const answers = await readForm(page);
  await page.context().setOffline(true);
  await submit(page);
  const panel = panelOf(page);
  await panel.getByText('Waiting to be sent: your claim and 2 photographs').waitFor();
  const call = panel.getByRole('link', { name: `Call ${site.helpline.display}` });
  expect(await call.getAttribute('href')).toBe(`tel:${site.helpline.tel}`);
  expect(await readForm(page)).toEqual(answers);
  await page.context().setOffline(false);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  await page.locator('.receipt').waitFor();
  await expect.poll(() => filesOf('Photo Tunnel')).toEqual(['front.jpg', 'back.jpg']);
  await panel.waitFor({ state: 'detached' });
  const left = await traces(page);
  for (const value of ['Photo Tunnel', 'front.jpg', '07700 900555']) expect(left).not.toContain(value);
});

test('Chosen photographs outlive "Clear" with "Undo" and a reload; one can be taken away; the others follow the claim', async () => {
  const page = await startClaim('Photo Reload', [photograph('one.jpg'), photograph('two.jpg')]);
  const names = page.getByRole('list', { name: 'Chosen photographs' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Clear this form' }).click();
  await names.first().waitFor({ state: 'detached' });
  expect(await traces(page)).not.toContain('one.jpg');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 photographs will be sent with it.').waitFor();
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

test('A photograph that cannot be taken is named with the reason, by the page or by our server; the others are there', async () => {
  const drawing = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  const page = await startClaim('Photo Refused', [drawing]);
  await page.getByText('drawing.svg: Only photographs').waitFor();
  await page.getByLabel('Photographs (optional)').evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(26 * 1024 * 1024)], 'huge.jpg', { type: 'image/jpeg' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.getByText('huge.jpg: A photograph can have up to 25 MB.').waitFor();
  expect(await page.getByText('will be sent with it').count()).toBe(0);

  const disguised = { name: 'not-one.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<p>I am a page</p>'.repeat(100)) };
  await page.getByLabel('Photographs (optional)').setInputFiles([disguised, photograph('good.jpg')]);
  await page.getByText('2 photographs will be sent with it.').waitFor();
  await submit(page);
  const panel = panelOf(page);
  await panel.getByText('We have your claim, but not every photograph.').waitFor();
  expect(await panel.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('not-one.jpg: ')]);
  await expect.poll(() => filesOf('Photo Refused')).toEqual(['good.jpg']);
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
});

const answersOf = (name: string) => ({ name, phone: '07700 900555', locationOfAccident: 'M25 J27', consent: 'yes' });

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
