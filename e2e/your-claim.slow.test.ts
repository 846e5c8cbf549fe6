// Protects: the claim's page holds in any state: no link, small and large, offline, a link that has ended, a connection that really broke (`app/claimant/upload-queue.test.ts` has the rest of uploads).
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { axeViolations, expectAccessible, horizontalOverflow } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { button, createClaimantPages, file, small } from './harness/claimant-pages.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const { sendClaim, openClaim } = createClaimantPages(journey);

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
  const { page } = await openClaim({ expected: /ERR_INTERNET_DISCONNECTED|status of (403|409)/ });
  const note = page.getByLabel(/^Anything else about calling/);
  await note.fill('Not in a tunnel.');
  await page.context().setOffline(true);
  await button(page, 'Save').click();
  await page.getByText(/That did not reach us/).waitFor();
  expect(await note.inputValue()).toBe('Not in a tunnel.');
  await page.context().setOffline(false);
  // Another server answers in the place of ours, to the form and to the page that is loaded again.
  await page.route('**/your-claim.data*', (route) => route.fulfill({ status: 403, body: 'Forbidden' }));
  await Promise.all([page.waitForResponse((response) => response.status() === 403), button(page, 'Save').click()]);
  await page.getByText(/we cannot tell whether that reached us/).waitFor();
  expect(await note.inputValue()).toBe('Not in a tunnel.');
  await page.unroute('**/your-claim.data*');

  const message = page.getByLabel('Add a message');
  await message.fill('Typed in a tunnel.');
  const other = await sendClaim(lukasz);
  const tab = await page.context().newPage();
  await tab.goto(other.link);
  await button(page, 'Send message').click();
  await page.getByText(`Another claim, ${other.reference}, was opened`, { exact: false }).waitFor();
  expect(await message.inputValue()).toBe('Typed in a tunnel.');
  await tab.reload();
  expect(await tab.getByText('Typed in a tunnel.').count()).toBe(0);
});

test('the page and the copy of the data are in no cache, and a form whose link has ended is refused with what was typed', async () => {
  const { link, reference } = await sendClaim();
  const { request, url } = journey.product;
  const cookie = `kerbside-claim=${link.split('/').at(-1)}`;
  const { headers } = await request('/your-claim', { headers: { cookie } });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/script-src 'self' 'nonce-/),
  });
  const copy = await request('/your-claim/copy', { headers: { cookie } });
  expect(copy.headers['content-disposition']).toMatch(/^attachment; filename="?what-we-hold-/);
  expect(copy.headers['cache-control']).toBe('no-store');
  for (const part of [reference, aoife.vehicleReg ?? '']) expect(copy.text).toContain(part);
  const body = new URLSearchParams({ act: 'message', text: 'Typed too late.' }).toString();
  const type = { Origin: url, 'Content-Type': 'application/x-www-form-urlencoded' };
  const refused = await request('/your-claim', { method: 'POST', headers: type, body });
  expect(refused.status).toBe(403);
  for (const part of ['nothing was sent', 'Typed too late.']) expect(refused.text).toContain(part);
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

test('an upload goes on by itself where it stopped, once a lost connection is back', async () => {
  const { page, restore } = await brokenUpload();
  const offset = nextOffset(page);
  restore();
  expect(await offset).toBeGreaterThan(0);
  await page.getByText('1 of 1 file arrived.').waitFor();
});
