import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { axeViolations, expectAccessible, horizontalOverflow } from './harness/axe-violations.ts';
import { type PageOptions, ready } from './harness/browser.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey } = desk;
const small = { viewport: { width: 320, height: 640 } };

/** Sends a claim, as a visitor does. */
async function sendClaim(formData: Record<string, string>): Promise<{ link: string; reference: string }> {
  const body = jsonPost({ formName: 'Make a Claim', formData });
  const { link, reference } = (await journey.product.request('/functions/v1/send-form-email', body)).json();
  return { link: String(link), reference: String(reference) };
}

let count = 0;

/** The page of a claim of its own, opened by its private link. */
async function openClaim(options: PageOptions = {}, answers: Record<string, string> = {}) {
  count += 1;
  const sent = await sendClaim({ ...aoife, additionalInfo: `your claim ${count}`, ...answers });
  const page = await journey.newPage(options);
  await page.goto(sent.link);
  if (options.javaScriptEnabled !== false) await ready(page);
  return { page, ...sent };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

test.each([true, false])(
  'a claimant sees where the claim stands, adds to it, withdraws it and goes on (scripts: %s)',
  async (javaScriptEnabled) => {
    const { page, reference } = await openClaim({ ...small, javaScriptEnabled }, { policyNumber: '' });
    expect(page.url(), 'without the token').toBe(`${journey.product.url}/your-claim`);
    await page.getByText(reference).first().waitFor();
    await page.getByText(/Next, we will contact you by/).waitFor();

    await page.getByLabel('Add a message').fill('My car is at Byrne Body Works.\n<b>Call after six.</b>');
    await button(page, 'Send message').click();
    await page.getByText('We have your message.').waitFor();
    await page.locator('.claim-messages').getByText('<b>Call after six.</b>').waitFor();
    expect(await page.getByLabel('Add a message').inputValue()).toBe('');
    const email = await journey.mailbox.waitForEmail(({ subject }) => subject?.includes(`claimant: ${reference}`) === true);
    expect(email.text).toContain('My car is at Byrne Body Works.');

    await page.getByLabel('Evenings, 5 to 8').check();
    await page.getByLabel(/^Anything else about calling/).fill('Not on Fridays');
    await button(page, 'Save').click();
    await page.getByText('Evenings, 5 to 8. Not on Fridays').waitFor();

    await page.getByLabel('Policy number').fill('PN 77/2');
    await button(page, 'Save answers').click();
    await page.getByText('Saved. Thank you.').waitFor();
    await page.getByLabel('Policy number').waitFor({ state: 'detached' });

    await page.locator('summary', { hasText: 'I want to withdraw my claim' }).click();
    await page.getByLabel('Yes, I want to withdraw my claim').check();
    await button(page, 'Withdraw my claim').click();
    await page.getByText('You have withdrawn your claim.').waitFor();
    await button(page, 'Go on with my claim').click();
    await page.getByText('Your claim goes on.').waitFor();

    await page.locator('summary', { hasText: 'I want my data erased' }).click();
    await page.getByLabel('Yes, I want to ask for this').check();
    await button(page, 'Ask us to erase my data').click();
    await page.getByText('We have your request.').waitFor();

    const atDesk = await desk.open('/desk?list=updated', desk.handler);
    await atDesk.getByRole('listitem').filter({ hasText: reference }).getByText('New from the claimant').waitFor();
    await atDesk.getByRole('listitem').filter({ hasText: reference }).getByRole('link').click();
    await atDesk.getByText('Evenings, 5 to 8. Not on Fridays').waitFor();
    await atDesk.getByText('Erasure requested').first().waitFor();
    await atDesk.getByText('Answer without erasing').click();
    expect(await axeViolations(atDesk)).toEqual([]);
    await atDesk.getByLabel('What we keep, and why').fill('We keep it: the claim is before a court.');
    await atDesk.getByRole('button', { name: /^Answer\s*:/ }).click();
    await atDesk.getByText('Answered. The claimant reads it on the page of their claim.').waitFor();
    await page.reload();
    await page.getByText('We keep it: the claim is before a court.').waitFor();
    await page.getByText('You may also complain to the regulator', { exact: false }).waitFor();
    if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
  },
);

test('a browser that opened no link is told how to come in, and a link that ended how to get another', async () => {
  const page = await journey.visit('/your-claim', small);
  await page.getByRole('heading', { level: 1, name: 'Open your claim' }).waitFor();
  expect([await axeViolations(page), await horizontalOverflow(page)]).toEqual([[], []]);
});

test('the page holds at 320 pixels, with text of twice the size, in the dark and with forced colours', async () => {
  const { page } = await openClaim({ ...small, expected: /status of 415/ }, { policyNumber: '', timeOfAccident: '' });
  await page
    .locator('#file')
    .setInputFiles([
      file('a very long name of a picture that nobody can break.jpeg', evidenceFiles.jpeg()),
      file('page.html', refusedFiles['a page']),
    ]);
  await page.getByText('1 of 2 files arrived.').waitFor();
  await page.getByText('What has arrived').waitFor();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await expectAccessible(page);
});

test('offline, and while another claim is open in the browser, nothing is sent and nothing typed is lost', async () => {
  const { page } = await openClaim({ expected: /ERR_INTERNET_DISCONNECTED|status of 409/ });
  const message = page.getByLabel('Add a message');
  await message.fill('Typed in a tunnel.');
  await page.context().setOffline(true);
  await button(page, 'Send message').click();
  await page.getByText(/That did not reach us/).waitFor();
  expect(await message.inputValue()).toBe('Typed in a tunnel.');
  await page.context().setOffline(false);

  const other = await sendClaim({ ...lukasz, additionalInfo: 'the other claim' });
  const tab = await page.context().newPage();
  await tab.goto(other.link);
  await button(page, 'Send message').click();
  await page.getByText(`Another claim, ${other.reference}, was opened`, { exact: false }).waitFor();
  expect(await message.inputValue()).toBe('Typed in a tunnel.');
  await tab.reload();
  expect(await tab.getByText('Typed in a tunnel.').count()).toBe(0);
});

test('a link that was revoked while somebody typed refuses with a sentence, and shows what was typed', async () => {
  const { page } = await openClaim({ javaScriptEnabled: false, expected: /status of 403/ });
  await page.getByLabel('Add a message').fill('Typed too late.');
  await page.context().clearCookies();
  await button(page, 'Send message').click();
  await page.getByText(/nothing was sent/).waitFor();
  expect(await page.getByLabel('What you typed, to copy').inputValue()).toBe('Typed too late.');
  expect(await horizontalOverflow(page)).toEqual([]);
});

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
  await page.getByRole('button', { name: /^Remove/ }).click();
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
  // From the disk, so that it is the same file when it is chosen again.
  const video = join(temporaryFolder(), 'dashcam.mp4');
  writeFileSync(video, evidenceFiles.mp4(6_000_000));
  await page.locator('#file').setInputFiles(video);
  await page.getByText('No connection. It goes on by itself', { exact: false }).waitFor();
  return { page, video, ...connection };
}

/** From which byte on the next request sends. */
async function nextOffset(page: Page): Promise<number> {
  const request = await page.waitForRequest((one) => one.method() === 'PATCH');
  return Number(request.headers()['upload-offset']);
}

test('what is cancelled without a connection is forgotten at once, and deleted once the connection is back', async () => {
  const { page, restore } = await brokenUpload();
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: /^Cancel/ }).click();
  expect(await page.evaluate(() => localStorage.getItem('uploads'))).toBeNull();
  restore();
  expect((await removed).status()).toBe(204);
});

test('an upload goes on by itself where it stopped, once a lost connection is back', async () => {
  const { page, restore } = await brokenUpload();
  const offset = nextOffset(page);
  restore();
  expect(await offset).toBeGreaterThan(0);
  await page.getByText('1 of 1 file arrived.').waitFor();
});

test('an upload goes on where it stopped after the tab was closed, once the file is chosen again', async () => {
  const { page, video, url, restore } = await brokenUpload();
  const tab = await page.context().newPage();
  await page.close();
  restore();
  await tab.goto(`${url}/your-claim`);
  await ready(tab);
  await tab.getByText('Not finished the last time.', { exact: false }).waitFor();
  const offset = nextOffset(tab);
  await tab.locator('#file').setInputFiles(video);
  expect(await offset).toBeGreaterThan(0);
  await tab.getByText('1 of 1 file arrived.').waitFor();
  expect(await tab.getByText('Not finished the last time.', { exact: false }).count()).toBe(0);
});

test('without JavaScript files are sent by the form', async () => {
  const { page } = await openClaim({ ...small, javaScriptEnabled: false });
  await page.getByLabel('Add files').setInputFiles([file('one.jpg', evidenceFiles.jpeg()), file('two.pdf', evidenceFiles.pdf())]);
  await button(page, 'Send files').click();
  await page.getByText('What has arrived').waitFor();
  for (const name of ['one.jpg', 'two.pdf']) await page.locator('bdi', { hasText: name }).waitFor();
});

test('a copy of the data is a file', async () => {
  const { page, reference } = await openClaim();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download a copy' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^what-we-hold-.*\.txt$/);
  const stream = await download.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString();
  for (const part of [reference, aoife.vehicleReg ?? '']) expect(text).toContain(part);
});

test('the page is in no cache, and no other page carries what sends files', async () => {
  const { page } = await openClaim();
  const response = await page.reload();
  expect(response?.headers()).toMatchObject({
    ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' },
    'content-security-policy': expect.stringMatching(/script-src 'self' 'nonce-/),
  });
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(
    (await loaded()).filter((name) => name.includes('upload-queue')),
    'before a file was chosen',
  ).toEqual([]);
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  expect((await loaded()).filter((name) => /claim-form|your-claim|upload/.test(name))).toEqual([]);
});
