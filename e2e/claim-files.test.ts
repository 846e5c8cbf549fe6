// Protects: uploads on the claim's page go on after a connection that really broke (`app/claimant/upload-queue.test.ts` has the rest).
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { isSample } from '#testing/sampled.ts';
import { ready } from './harness/browser.ts';
import { button, createClaimantPages, file, small } from './harness/claimant-pages.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const { openClaim } = createClaimantPages(journey);

test('several files arrive by themselves, and one that is refused stops no other', async () => {
  const { page } = await openClaim({ expected: /status of 415/ });
  const names = ['one.jpg', 'two.png', 'three.pdf', 'four.mp4'];
  const files = [evidenceFiles.jpeg(), evidenceFiles.png(), evidenceFiles.pdf(), evidenceFiles.mp4()];
  await page
    .locator('#file')
    .setInputFiles([
      ...names.map((name, index) => file(name, files[index] ?? Buffer.alloc(0))),
      file('page.jpg', refusedFiles['a page']),
    ]);
  await page.getByText('4 of 5 files arrived.').waitFor();
  await page.getByText(/^Only photographs/).waitFor();
  const arrived = page.locator('.claim-files').last();
  for (const name of names) await arrived.locator('bdi', { hasText: name }).waitFor();
  await page.getByRole('button', { name: 'Remove page.jpg' }).click();
  await page.getByText('4 of 4 files arrived.').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), arrived.getByRole('link').first().click()]);
  expect(download.suggestedFilename()).toMatch(/^(one|two|three|four)\./);
});

/** A connection to the product that breaks after two megabytes, and stays broken until `restore`. */
async function breakableConnection() {
  let room = 2_000_000;
  const { port } = journey.product;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    if (room <= 0) client.destroy();
    client.on('data', (bytes) => {
      room -= bytes.length;
      upstream.write(bytes);
      if (room > 0) return;
      client.destroy();
      upstream.end();
    });
    upstream.pipe(client);
    client.on('close', () => upstream.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const restore = () => {
    room = Number.POSITIVE_INFINITY;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, restore };
}

/** A page of a claim of which some megabytes were sent when the connection broke. */
async function brokenUpload() {
  const { page, link } = await openClaim({ expected: /ERR_/ });
  const connection = await breakableConnection();
  await page.goto(link.replace(journey.product.url, connection.url));
  await ready(page);
  await page.locator('#file').setInputFiles([file('dashcam.mp4', evidenceFiles.mp4(6_000_000))]);
  await page.getByText('It did not get through. It goes on by itself', { exact: false }).waitFor();
  return { page, ...connection };
}

/** The offset from which the next request sends. */
async function nextOffset(page: Page): Promise<number> {
  const request = await page.waitForRequest((one) => one.method() === 'PATCH');
  return Number(request.headers()['upload-offset']);
}

test.skipIf(isSample)('an upload goes on by itself where it stopped, once a lost connection is back', async () => {
  const { page, restore } = await brokenUpload();
  const offset = nextOffset(page);
  restore();
  expect(await offset).toBeGreaterThan(0);
  await page.getByText('1 of 1 file arrived.').waitFor();
});

test.skipIf(isSample)('without JavaScript files are sent by the form', async () => {
  const { page } = await openClaim({ ...small, javaScriptEnabled: false });
  await page.getByLabel('Add files').setInputFiles([file('one.jpg', evidenceFiles.jpeg()), file('two.pdf', evidenceFiles.pdf())]);
  await button(page, 'Send files').click();
  await page.getByText('What has arrived').waitFor();
  for (const name of ['one.jpg', 'two.pdf']) await page.locator('bdi', { hasText: name }).waitFor();
});
