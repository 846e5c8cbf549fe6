// Protects: the receipt says what happens next, and stays while other things fail.
import { expect, test } from 'vitest';
import { whatToDoNow } from '#content/form-texts.ts';
import { site } from '#content/site.ts';
import { day } from '#forms/durations.ts';
import { dueBy } from '#forms/london-day.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { noticesReady, ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { dropLimits } from './harness/time-limits.ts';
import { ownAnswer, panelOf } from './harness/waiting.ts';

const journey = setupJourney();
const referenceShape = /^[34679ACDEFGHJKMNPQRTWXY]{4}-[34679ACDEFGHJKMNPQRTWXY]{4}$/;

test('the receipt takes the focus and says the reference, the hour of the promise and the helpline', async () => {
  const page = await journey.visit('/make-a-claim');
  await fill(page, aoife);
  await submit(page);
  const receipt = page.getByRole('region', { name: 'We have your claim' });
  await receipt.waitFor();
  await expect.poll(() => receipt.evaluate((element) => element === document.activeElement)).toBe(true);

  const reference = (await receipt.locator('.receipt-reference').textContent()) ?? '';
  expect(reference).toMatch(referenceShape);
  expect(readStore(journey.product).submissions.map((row) => row.reference)).toContain(reference);
  expect(await receipt.textContent()).toMatch(/We will contact you by \d\d:\d\d( tomorrow)?, \w+day \d{1,2} \w+\./);
  expect(await receipt.getByRole('listitem').allTextContents()).toEqual([...whatToDoNow]);
  expect(await receipt.getByRole('link', { name: site.helpline.display }).getAttribute('href')).toBe(`tel:${site.helpline.tel}`);
});

test.each([
  ['two days behind', -2 * day],
  ['three hours ahead', day / 8],
])(
  "a device's clock that is %s changes nothing in the hour of the promise, and a repeat does not move it",
  async (_, wrongBy) => {
    const page = await journey.newPage({ expected: /ERR_FAILED|ERR_CONNECTION/, setsClock: true });
    await page.clock.install({ time: Date.now() + wrongBy });
    await page.goto(`${journey.product.url}/make-a-claim`);
    await ready(page);
    await dropLimits(page);
    const answers = { ...aoife, additionalInfo: `Clock wrong by ${wrongBy}` };
    await fill(page, answers);
    // The response is lost, so the claim is sent twice; the time to contact counts from the first time.
    await page.route('**/functions/v1/send-form-email', (route) => route.fetch().then(() => route.abort('connectionreset')));
    await submit(page);
    await panelOf(page).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // A press of the button would come too late where what waits was sent by itself meanwhile, so the browser reports a connection.
    await page.clock.runFor(90_000);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    const receipt = await page.locator('.receipt').textContent();
    const [row] = readStore(journey.product).submissions.filter(
      ({ form_data }) => form_data.additionalInfo === answers.additionalInfo,
    );
    expect(receipt).toContain(`We will contact you by ${dueBy(row?.due_at ?? 0, row?.created_at ?? 0)}.`);
  },
);

test('the receipt and its reference stay while a second submission fails, and over a reload', async () => {
  const page = await journey.newPage({ expected: /503/ });
  await page.goto(`${journey.product.url}/contact`);
  await ready(page);
  const message = { name: 'Zofia', email: 'zofia@example.com', phone: '', subject: 'Twice', message: 'The first of two.' };
  await fill(page, message);
  await submit(page);
  const reference = page.locator('.receipt-reference');
  const first = await reference.textContent();
  expect(first).toMatch(referenceShape);

  await fill(page, { ...message, email: 'zofia@example' });
  await submit(page);
  await page.locator('[aria-invalid]').waitFor();
  expect(await reference.textContent()).toBe(first);
  await page.route('**/functions/v1/send-form-email', (route) => route.fulfill(ownAnswer(503, { message: 'Not now.' })));
  await fill(page, { ...message, message: 'The second of two.' });
  await submit(page);
  await panelOf(page).waitFor();
  expect(await reference.textContent()).toBe(first);
  await page.reload();
  await ready(page);
  expect(await reference.textContent()).toBe(first);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await submit(page);
  await page.waitForFunction((before) => document.querySelector('.receipt-reference')?.textContent !== before, first);
  expect(await reference.count()).toBe(1);
});

test('printing a receipt prints the receipt: no notice, hero, map, other text or form', async () => {
  const page = await noticesReady(await journey.visit('/contact'));
  await fill(page, { name: 'Zofia', email: 'zofia@example.com', phone: '', subject: 'Paper', message: 'Can you help?' });
  await submit(page);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(() => {
    const parts = [
      ...document.body.querySelectorAll<HTMLElement>('h1, h2, h3, p, label, legend, iframe, .notice, .office-map, .skip-link'),
    ];
    const isOutside = (element: HTMLElement) => !element.closest('.receipt, .site-footer') && element.checkVisibility();
    const isEmpty = (element: HTMLElement) => element.tagName === 'P' && element.textContent === '';
    return parts.filter((element) => isOutside(element) && !isEmpty(element)).map(({ outerHTML }) => outerHTML);
  });
  expect(printed).toEqual([]);
  expect(await page.locator('.receipt-reference').isVisible()).toBe(true);
});

test('on paper the receipt stands without the form', async () => {
  const page = await journey.visit('/contact');
  await fill(page, {
    name: 'Marcia Boyle',
    email: 'marcia@example.com',
    phone: '',
    subject: 'A question',
    message: 'Can you help?',
  });
  await submit(page);
  await page.getByRole('button', { name: 'Print this' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.receipt').isVisible()).toBe(true);
  expect(await page.locator('form.lead-form').isVisible()).toBe(false);
  expect(await page.locator('.site-header').isVisible()).toBe(false);
});

test.each(['/make-a-claim', '/contact'])('%s: on paper stands the receipt and who it is from, and nothing else', async (path) => {
  const page = await journey.visit(path);
  const contact = {
    name: 'Marcia Boyle',
    email: 'marcia.prints@example.com',
    phone: '',
    subject: 'Hire',
    message: 'Can you help?',
  };
  await fill(page, path === '/contact' ? contact : { ...aoife, email: 'prints@example.com' });
  await submit(page);
  const receipt = page.getByRole('region', { name: path === '/contact' ? 'We have your message' : 'We have your claim' });
  await receipt.waitFor();
  await page
    .getByRole('region', { name: /^Notice/ })
    .getByText('Submission Successful!')
    .waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await receipt.isVisible()).toBe(true);
  const others = await page
    .locator('main :not(.receipt *)')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility() && one.matches(':not(:has(.receipt), .receipt)')));
  expect(others).toEqual([]);
  expect(await page.getByRole('button', { name: 'Print this' }).isVisible()).toBe(false);
  for (const part of ['banner', 'contentinfo'] as const)
    expect(await page.getByRole(part).isVisible(), part).toBe(part === 'contentinfo');
  expect(await page.locator('.notice-area').isVisible()).toBe(false);
  expect(await page.locator('.page-hero').isVisible()).toBe(false);
  expect(await page.locator('.mobile-action-bar').isVisible()).toBe(false);
});

test('a contact message is promised no hour, and is never said to be sent before the answer came', async () => {
  const page = await journey.visit('/contact');
  const held = Promise.withResolvers<void>();
  await page.route('**/functions/v1/send-form-email', async (route) => {
    await held.promise;
    await route.continue();
  });
  await fill(page, {
    name: 'Harpreet Singh',
    email: 'h@example.com',
    phone: '',
    subject: 'Hire',
    message: 'Please call me back soon.',
  });
  await submit(page);
  await page.getByRole('button', { name: 'Sending...', exact: true }).waitFor();
  expect(await page.locator('.receipt').count()).toBe(0);
  held.resolve();
  expect(await page.locator('.receipt').textContent()).toContain('A person will read it and be in touch.');
});
