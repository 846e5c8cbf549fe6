// Protects: a claimant follows, completes and withdraws a claim in the browser.
import { expect, test } from 'vitest';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { isSample, sampled } from '#testing/sampled.ts';
import { axeViolations, expectAccessible, horizontalOverflow } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { button, createClaimantPages, file, small } from './harness/claimant-pages.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey } = desk;
const { sendClaim, openClaim } = createClaimantPages(journey);

test.each(sampled([true, false]))(
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
    await expect.poll(() => page.getByLabel('Add a message').inputValue()).toBe('');
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
    await button(page, 'Carry on with my claim').click();
    await page.getByText('We are working on your claim again.').waitFor();
    // The data of the page comes a moment after the message and moves what is below, also under a pointer that is pressed.
    await page.locator('summary', { hasText: 'I want to withdraw my claim' }).waitFor();

    await page.locator('summary', { hasText: 'I want my data erased' }).click();
    await page.getByLabel('Yes, I want to ask for this').check();
    await button(page, 'Ask us to erase my data').click();
    await page.getByText('We have your request.').waitFor();

    const atDesk = await desk.open('/desk/all?list=updated', desk.handler);
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

test.skipIf(isSample)(
  'a browser that opened no link is told how to come in, and a link that ended how to get another',
  async () => {
    const page = await journey.visit('/your-claim', small);
    await page.getByRole('heading', { level: 1, name: 'Open your claim' }).waitFor();
    expect([await axeViolations(page), await horizontalOverflow(page)]).toEqual([[], []]);
  },
);

test.skipIf(isSample)(
  'the page holds at 320 pixels, with text of twice the size, in the dark and with forced colours',
  async () => {
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
  },
);

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

test('a link that was revoked while somebody typed refuses with a sentence, and shows what was typed', async () => {
  const { page } = await openClaim({ javaScriptEnabled: false, expected: /status of 403/ });
  await page.getByLabel('Add a message').fill('Typed too late.');
  await page.context().clearCookies();
  await button(page, 'Send message').click();
  await page.getByText(/nothing was sent/).waitFor();
  expect(await page.getByLabel('What you typed, to copy').inputValue()).toBe('Typed too late.');
  expect(await horizontalOverflow(page)).toEqual([]);
});

test.skipIf(isSample)('a copy of the data is a file', async () => {
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
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'same-origin',
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
