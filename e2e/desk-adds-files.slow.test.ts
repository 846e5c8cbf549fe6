// Protects: staff add files to the open claim by dropping, pasting or choosing them; what did not get through stays in the page.
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { until } from '#testing/until.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { addSession, setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();

const jpeg = [...evidenceFiles.jpeg()];

/** Drops or pastes photographs of these names on the page, as a browser hands them over. */
async function handOver(page: Page, event: 'drop' | 'paste', names: string[]) {
  const given = { event, names, jpeg };
  await page.evaluate(({ event, names, jpeg }) => {
    const bytes = new Uint8Array(jpeg);
    const transfer = new DataTransfer();
    for (const name of names) transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }));
    const heading = document.querySelector('h1, h2') ?? document.body;
    if (event === 'paste') return heading.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
    for (const type of ['dragover', 'drop'])
      heading.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, given);
}

function filesOf(id: string): [name: string, source: string][] {
  const store = new Sqlite(join(desk.journey.product.dataDir, databaseFileName), { readonly: true });
  try {
    return store.prepare('select name, source from evidence where submission_id = ? order by name').raw().all(id) as [
      string,
      string,
    ][];
  } finally {
    store.close();
  }
}

test('Files dropped and pasted anywhere on a claim are added with their source, and shown on the timeline and in the strip', async () => {
  const id = await desk.send({ ...aoife, phone: '07700 900201' });
  const page = await desk.open(`/desk/submissions/${id}`, desk.handler);
  await handOver(page, 'drop', ['front.jpg', 'side.jpg']);
  await page.getByText('2 files chosen.').waitFor();
  expect(await page.getByLabel('Where from').evaluate((field) => field === document.activeElement)).toBe(true);
  await handOver(page, 'paste', ['screen.jpg']);
  await page.getByLabel('Where from').selectOption('Received by WhatsApp');
  await page.getByRole('button', { name: /^Add 3 files to/ }).click();
  await page.getByText('3 of 3 files added.').waitFor();
  expect(filesOf(id)).toEqual(['front.jpg', 'screen.jpg', 'side.jpg'].map((name) => [name, 'whatsapp']));
  await page.locator('.timeline').getByText('3 files added. Received by WhatsApp').waitFor();
  await page.getByRole('link', { name: 'Open side.jpg' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: /^Take back.*side/ }).click();
  await page.getByText('Taken back: one file').click();
  await page.getByRole('button', { name: /^Put back.*side/ }).click();
  await page.getByRole('link', { name: 'Open side.jpg' }).waitFor();
});

test('The key d chooses files', async () => {
  const id = await desk.send({ ...aoife, phone: '07700 900202' });
  const page = await desk.open(`/desk/submissions/${id}`, desk.handler);
  const chooser = page.waitForEvent('filechooser');
  // The browser is told to report choosers while this is evaluated.
  await page.evaluate(() => null);
  await page.keyboard.press('d');
  await (await chooser).setFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: evidenceFiles.pdf() });
  await page.getByRole('button', { name: /^Add 1 file to/ }).click();
  await page.getByText('1 of 1 file added.').waitFor();
  expect(filesOf(id)).toEqual([['letter.pdf', 'email']]);
});

test('A session that ended in between keeps the files in the page, which sends them again after a sign-in', async () => {
  const id = await desk.send({ ...aoife, phone: '07700 900203' });
  const page = await desk.open(`/desk/submissions/${id}`, desk.handler, { expected: /status of 401/ });
  // Without an answer: a change that came now would ask for signing in over the page before the button is pressed.
  await page.route('**/desk/events*', () => {});
  await page.reload();
  await ready(page);
  await handOver(page, 'drop', ['kept.jpg']);
  await page.getByRole('button', { name: /^Add 1 file to/ }).waitFor();
  await page.context().clearCookies();
  await page.getByRole('button', { name: /^Add 1 file to/ }).click();
  await page.getByText('You are signed out, so it was not added.').waitFor();
  expect(filesOf(id)).toEqual([]);
  await addSession(page, desk.journey.product, desk.handler);
  await page.getByRole('button', { name: 'Send the files again' }).click();
  await page.getByText('1 of 1 file added.').waitFor();
  expect(filesOf(id)).toEqual([['kept.jpg', 'email']]);
});

test('Without JavaScript the form adds files, and a refused one is named beside what to do', async () => {
  const id = await desk.send({ ...aoife, phone: '07700 900204' });
  const page = await desk.open(`/desk/submissions/${id}`, desk.handler, { javaScriptEnabled: false, expected: /status of 422/ });
  const files = [
    { name: 'estimate.pdf', mimeType: 'application/pdf', buffer: evidenceFiles.pdf() },
    { name: 'virus.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ, and no picture') },
  ];
  await page.getByLabel('Where from').selectOption('Handed over');
  await page.getByLabel('Files', { exact: true }).setInputFiles(files);
  await page.getByRole('button', { name: 'Add files' }).click();
  await page.getByText(/^virus\.exe: Web pages/).waitFor();
  await page.getByText('Every other file was added.').waitFor();
  await until('the other file', () => filesOf(id).length === 1);
  expect(filesOf(id)).toEqual([['estimate.pdf', 'handed-over']]);
});
