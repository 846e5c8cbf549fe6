// Protects: a claimant follows, completes and withdraws a claim in the browser, and staff read and answer it.
import { expect, test } from 'vitest';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { button, createClaimantPages, file, small } from './harness/claimant-pages.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney(null);
const { journey } = desk;
const { openClaim } = createClaimantPages(journey);

test('a claimant sees where the claim stands, adds to it, withdraws it, goes on, and reads the answer of staff', async () => {
  const { page, reference } = await openClaim(
    { ...small, expected: /ERR_INTERNET_DISCONNECTED|status of 415/ },
    { policyNumber: '' },
  );
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

  await page.locator('#file').setInputFiles([file('front.jpg', evidenceFiles.jpeg()), file('page.jpg', refusedFiles['a page'])]);
  await page.getByText('1 of 2 files arrived.').waitFor();
  await page.getByText(/^Web pages/).waitFor();
  await page.locator('.claim-files').last().locator('bdi', { hasText: 'front.jpg' }).waitFor();

  await page.getByLabel('Evenings, 5 to 8').check();
  await page.getByLabel(/^Anything else about calling/).fill('Not on Fridays');
  await page.context().setOffline(true);
  await button(page, 'Save').click();
  await page.getByText(/That did not reach us/).waitFor();
  expect(await page.getByLabel(/^Anything else about calling/).inputValue()).toBe('Not on Fridays');
  await page.context().setOffline(false);
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
  expect(await axeViolations(page)).toEqual([]);
});
