// Protects: staff look through the files of a claim by keyboard, also without JavaScript.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { heicPhotograph, photograph } from '#testing/fixtures/pictures.ts';
import { storeReader } from '#testing/read-store.ts';
import { until } from '#testing/until.ts';
import { axeViolations, axeViolationsDark, horizontalOverflow } from './harness/axe-violations.ts';
import { sendClaimWith } from './harness/claim-with-files.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n',
);

const claimWith = (files: Record<string, Buffer>, additionalInfo: string) =>
  sendClaimWith(desk.journey.product, files, { additionalInfo });

const files = async () => ({
  'Front of the car.jpg': await photograph(),
  'from an iPhone.heic': heicPhotograph(),
  'police report.pdf': pdf,
  'dashcam.mp4': evidenceFiles.mp4(),
  'broken.jpg': evidenceFiles.jpeg(),
});

async function openGallery(given: Record<string, Buffer>, options: Parameters<typeof desk.open>[2] = {}): Promise<Page> {
  const id = await claimWith(given, `gallery ${crypto.randomUUID()}`);
  const { all } = storeReader({ dataDir: desk.journey.product.dataDir, databaseUrl: null });
  const waiting = `select 1 from evidence where submission_id = '${id}' and preview_state = 'waiting'`;
  await until('previews', async () => (await all(waiting)).length === 0);
  const page = await desk.open(`/desk/submissions/${id}`, desk.handler, options);
  await page.locator('.evidence-thumbnail img').nth(1).scrollIntoViewIfNeeded();
  expect(await page.locator('.evidence-thumbnail img').count()).toBe(2);
  return page;
}

test('the files of a claim are shown one after the other with the keyboard alone', async () => {
  const page = await openGallery(await files());
  await page.getByRole('heading', { name: 'Evidence 5 files' }).waitFor();
  expect(await page.getByText('No preview.').count()).toBe(1);
  const sizes = () =>
    page.locator('.evidence-thumbnail img').evaluateAll((images) => images.map((one) => (one as HTMLImageElement).naturalWidth));
  await expect.poll(sizes).toEqual([240, 240]);
  await page.getByText('Taken Fri, 20 Nov 2026, 14:03 (UTC+00:00)').first().waitFor();
  const map = page.getByRole('link', { name: /where Front of the car.jpg was taken/ });
  expect(await map.getAttribute('href')).toBe('https://www.openstreetmap.org/?mlat=51.539&mlon=0.081#map=17/51.539/0.081');

  const opener = page.getByRole('link', { name: 'Open Front of the car.jpg' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Evidence' });
  await dialog.getByRole('img', { name: 'Front of the car.jpg' }).waitFor();
  await dialog.getByText('1 of 5').waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('img', { name: 'from an iPhone.heic' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('Documents are not shown here.').waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('This browser cannot play it. It can be downloaded.').waitFor();
  await page.keyboard.press('End');
  await dialog.getByText('There is no preview of this picture.').waitFor();
  await page.keyboard.press('Home');
  await dialog.getByText('1 of 5').waitFor();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByText('1 of 5').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the gallery and the dialog have no barriers, on a phone and on a desktop, by day and by night', async () => {
  const page = await openGallery(await files());
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    expect([...(await axeViolations(page)), ...(await axeViolationsDark(page))], `gallery at ${width}`).toEqual([]);
    await page.getByRole('link', { name: 'Open Front of the car.jpg' }).click();
    await page.getByRole('dialog').getByText('1 of 5').waitFor();
    expect([...(await axeViolations(page)), ...(await axeViolationsDark(page))], `dialog at ${width}`).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  }
});

test('an open inbox marks a claim with new files by itself, until somebody opens it', async () => {
  const inbox = await desk.open('/desk/all?list=new', desk.handler);
  await inbox.getByText('Live: new submissions appear by themselves.').waitFor();
  await inbox.mouse.move(10, 10);
  const id = await claimWith({ 'report.pdf': pdf }, 'live');
  const row = inbox.locator('.inbox-list li', { has: inbox.locator(`a[href="/desk/submissions/${id}"]`) });
  await row.getByText('New from the claimant').waitFor();
  await desk.open(`/desk/submissions/${id}`, desk.owner);
  await row.getByText('New from the claimant').waitFor({ state: 'detached' });
});

test('without JavaScript each link opens its file, and downloads have the original bytes', async () => {
  const given = await files();
  const page = await openGallery(given, { javaScriptEnabled: false });
  const saved = async (click: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
  };
  const one = await saved(() => page.getByRole('link', { name: /^Download.+from an iPhone.heic/ }).click());
  expect([one.name, one.bytes.equals(heicPhotograph())]).toEqual(['from an iPhone.heic', true]);
  // A browser asks before several downloads from one page.
  await page.reload();
  const all = await saved(() => page.getByRole('link', { name: 'Download all as one ZIP' }).click());
  expect(all.name).toMatch(/^evidence-.+\.zip$/);
  for (const bytes of Object.values(given)) expect(all.bytes.includes(bytes)).toBe(true);
  await page.getByRole('link', { name: 'Open from an iPhone.heic' }).click();
  await page.waitForURL(/\/desk\/evidence\/.+\/large$/);
  expect(await page.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(240);
  await page.goBack();
  await page.waitForURL(/\/desk\/submissions\/[\w-]+$/);
  await page.getByRole('button', { name: /^Make a preview.*broken.jpg/ }).click();
  await page.waitForURL(/\/desk\/submissions\/[\w-]+$/);
  const history = await page.reload().then(() => page.locator('.history').textContent());
  for (const text of ['evidence viewed', 'evidence downloaded', 'preview asked for']) expect(history).toContain(text);
});

test('a tall screenshot can be read, scrolled and enlarged with the keyboard alone, on a phone too', async () => {
  const lines = Array.from({ length: 300 }, (_, row) => `<text x="40" y="${60 + row * 44}" font-size="32">Message ${row}</text>`);
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="13320"><rect width="1080" height="13320" fill="white"/>${lines.join('')}</svg>`;
  const { default: sharp } = await import('sharp');
  const given = { 'chat.png': await sharp(Buffer.from(drawn)).png().toBuffer(), 'car.jpg': await photograph() };
  const page = await openGallery(given, { reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Open chat.png' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Evidence' });
  const picture = dialog.getByRole('region', { name: 'Picture' });
  const shown = () =>
    picture.evaluate((one) => ({
      width: Math.round(one.firstElementChild?.getBoundingClientRect().width ?? 0),
      top: Math.round(one.scrollTop),
    }));
  for (const [viewport, width] of [
    [1280, 640],
    [320, 296],
  ] as const) {
    await page.setViewportSize({ width: viewport, height: 800 });
    await expect.poll(async () => (await shown()).width).toBe(width);
    expect(await horizontalOverflow(page)).toEqual([]);
  }
  // It has its width before its bytes have come, and its height after.
  await expect.poll(() => picture.evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true);
  await dialog.press('ArrowDown');
  await expect.poll(async () => (await shown()).top).toBeGreaterThan(50);
  await picture.press('End');
  await dialog.getByText('2 of 2').waitFor();
  await dialog.press('ArrowLeft');
  await dialog.getByText('1 of 2').waitFor();
  await picture.press('+');
  await dialog.getByText('2×').waitFor();
  await expect.poll(async () => (await shown()).width).toBe(592);
  // What is wider than its place scrolls to the side.
  await picture.press('ArrowRight');
  await expect.poll(() => picture.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Smaller' }).press('Enter');
  await dialog.getByText('To read').waitFor();
  expect([...(await axeViolations(page)), ...(await axeViolationsDark(page))]).toEqual([]);
});
