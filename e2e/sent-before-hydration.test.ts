// Protects: a form that is posted before the scripts came goes on correctly after them.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { serviceBoxes } from '#forms/claim-options.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { readEvidence, readStore } from '#testing/read-store.ts';
import { isSample } from '#testing/sampled.ts';
import { delayScripts, pageShown, ready } from './harness/browser.ts';
import { type Answers, fill, formOf, readForm, submit, unfold } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

/** On an old phone scripts arrive seconds late. Here the form is posted before they arrive, and used afterwards. */
const journey = setupJourney();
const refused = { ...aoife, email: 'aoife@nowhere', vehicleYear: '1898' };
const restored = 'We kept what you typed earlier on this device. Carry on where you stopped.';

test('a claim posted before hydration and refused keeps its summary, marks and answers, and is sent once corrected', async () => {
  const { page, letThrough: release } = await postEarly(refused);
  const summary = page.getByRole('alert');
  await summary.waitFor();
  // Some of it is corrected before hydration.
  const [box] = serviceBoxes;
  const ticked = box ? { [box.name]: 'yes' } : {};
  const changed = { ...refused, ...ticked, lastName: 'Early and corrected', vehicleType: 'van' };
  await fill(page, changed);
  release();
  await ready(page);
  const links = [
    summary.getByRole('link').first(),
    page.getByRole('navigation', { name: 'Sections of this form' }).getByRole('link').nth(3),
    page.getByRole('link', { name: 'Skip to main content' }),
  ];
  for (const link of links) {
    await link.press('Enter');
    await page.waitForFunction((hash) => location.hash === hash, await link.getAttribute('href'));
    await settled(page);
    expect(await summary.textContent()).toContain('Please enter a valid email address.');
    expect(await page.locator('main [name="email"]').getAttribute('aria-invalid')).toBe('true');
    expect(await readForm(page)).toEqual(changed);
  }
  await page.goBack();
  await settled(page);
  expect(await readForm(page)).toEqual(changed);
  const sections = page.getByRole('navigation', { name: 'Sections of this form' }).getByRole('listitem');
  await expect.poll(() => sections.getByText(', complete').count()).toBe(5);
  expect(await sections.first().textContent()).not.toContain('complete');

  // From hydration on it is a draft.
  await page.locator('.site-footer').getByRole('link', { name: 'FAQ' }).click();
  await pageShown(page, '/faq');
  await page.locator('.site-footer').getByRole('link', { name: 'Make a Claim' }).click();
  await page.getByText(restored).waitFor();
  expect(await readForm(page)).toEqual(changed);

  await page.locator('main [name="email"]').fill('early-corrected@example.com');
  await submit(page);
  await page.locator('.receipt').waitFor();
  const untouched = await untouchedClaim();
  await expect.poll(() => readForm(page)).toEqual(untouched);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  await settled(page);
  expect(await readForm(page)).toEqual(untouched);
  expect(await page.getByText(restored).count()).toBe(0);
  expect(stored('Early and corrected')).toHaveLength(1);
});

test('a claim posted before hydration and accepted keeps its receipt; the same by script is the same claim, another one is another', async () => {
  const answers = { ...bo, lastName: 'Early receipt', locationOfAccident: 'One' };
  const { page, letThrough: release } = await postEarly(answers);
  const first = await referenceOn(page);
  const promise = await promiseOn(page);
  expect(promise).toContain('We will contact you by');
  const field = page.locator('main [name="firstName"]');
  await unfold(page);
  await field.fill('Second');
  release();
  await ready(page);
  const lookAgain = async () => {
    await settled(page);
    expect(await referenceOn(page)).toBe(first);
  };
  await lookAgain();
  expect(await field.inputValue()).toBe('Second');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('navigation', { name: 'Sections of this form' }).getByRole('link').nth(2).click();
  await lookAgain();
  await page.locator('.site-footer').getByRole('link', { name: 'FAQ' }).click();
  await pageShown(page, '/faq');
  await page.goBack();
  await page.locator('.receipt').waitFor();
  await lookAgain();

  await fill(page, answers);
  const [response] = await Promise.all([page.waitForResponse('**/functions/v1/send-form-email'), submit(page)]);
  expect(response.status()).toBe(200);
  await page.getByText('✅ Submission Successful!', { exact: true }).last().waitFor();
  await lookAgain();
  expect(await promiseOn(page)).toBe(promise);
  expect(stored('Early receipt')).toHaveLength(1);

  await fill(page, { ...answers, locationOfAccident: 'Two' });
  await submit(page);
  await expect.poll(() => referenceOn(page)).not.toBe(first);
  expect(stored('Early receipt').map(({ form_data }) => form_data.locationOfAccident)).toEqual(['One', 'Two']);
});

test.skipIf(isSample)(
  'a draft of an earlier visit comes back around what was typed before hydration; posted before the next one it is over',
  async () => {
    const page = await journey.newPage(held);
    await page.goto(`${journey.product.url}/make-a-claim`);
    await ready(page);
    await fill(page, aoife);
    const first = await delayScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('main [name="consent"]').waitFor();
    await page.locator('main [name="firstName"]').fill('Aoife Maeve');
    await page.locator('main [name="vehicleType"]').selectOption('van');
    first.release();
    await ready(page);
    await page.getByText(restored).waitFor();
    const typed = { ...aoife, firstName: 'Aoife Maeve', vehicleType: 'van' };
    expect(await readForm(page)).toEqual(typed);

    await page.unrouteAll();
    const second = await delayScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('main [name="consent"]').waitFor();
    await fill(page, { ...bo, lastName: 'Draft and early post' });
    await submit(page);
    await page.locator('.receipt').waitFor();
    second.release();
    await ready(page);
    await page.goto(`${journey.product.url}/make-a-claim`);
    await ready(page);
    await settled(page);
    expect(await readForm(page)).toEqual(await untouchedClaim());
  },
);

test('a photograph chosen before goes to the claim that is posted early, and what is typed below its receipt outlives a reload', async () => {
  const page = await journey.newPage(held);
  await page.goto(`${journey.product.url}/roadside`);
  await ready(page);
  const photograph = { name: 'before.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() };
  await page.getByLabel('Photographs (optional)').setInputFiles([photograph]);
  await page.getByRole('list', { name: 'Chosen photographs' }).getByRole('listitem').waitFor();
  const { release } = await delayScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('main [name="consent"]').waitFor();
  const name = 'Early with a photograph';
  await fill(page, { name, phone: '07700 900717', locationOfAccident: 'M25 J27', consent: 'yes' });
  await submit(page);
  await page.locator('.receipt').waitFor();
  release();
  await ready(page);
  const files = () => readEvidence(journey.product).flatMap(({ file, form_data }) => (form_data.name === name ? [file] : []));
  await expect.poll(files).toEqual(['before.jpg']);
  expect(await page.getByRole('list', { name: 'Chosen photographs' }).count()).toBe(0);

  await unfold(page);
  await page.locator('main [name="name"]').fill('Another accident');
  await page.reload();
  await ready(page);
  await expect.poll(async () => (await readForm(page)).name).toBe('Another accident');
  expect(readStore(journey.product).submissions.filter(({ form_data }) => form_data.name === name)).toHaveLength(1);
});

const held = { expected: /ERR_FAILED|ERR_ABORTED|status of 422/ };

/**
 * Opens the claim page, and fills in and posts its form while its scripts are held; those of the page that comes back are held too.
 */
async function postEarly(answers: Answers) {
  const page = await journey.newPage(held);
  const { release } = await delayScripts(page);
  await page.goto(`${journey.product.url}/make-a-claim`, { waitUntil: 'commit' });
  await page.locator('main [name="consent"]').waitFor();
  await fill(page, answers);
  await Promise.all([page.waitForResponse((response) => response.request().method() === 'POST'), submit(page)]);
  // The answer is shown, not the page that was posted.
  await page.locator('.error-summary, .receipt').waitFor();
  await formOf(page).waitFor({ state: 'attached' });
  expect(await page.evaluate(() => 'ready' in document.documentElement.dataset)).toBe(false);
  return { page, letThrough: release };
}

/** Gives React the time to run what follows from the last action. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 50))));
}

async function untouchedClaim(): Promise<Answers> {
  const page = await journey.visit('/make-a-claim');
  const answers = await readForm(page);
  await page.close();
  return answers;
}

/** Until when we will have been in touch. */
async function promiseOn(page: Page): Promise<string> {
  const receipt = await page.locator('.receipt').textContent();
  return /We will contact you by [^.]+/.exec(receipt ?? '')?.[0] ?? 'No promise.';
}

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}

function stored(lastName: string) {
  return readStore(journey.product).submissions.filter(({ form_data }) => form_data.lastName === lastName);
}
