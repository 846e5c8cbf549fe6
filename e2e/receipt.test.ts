import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { aoife } from './harness/claims.ts';
import { fill, submit } from './harness/fill.ts';
import { setStage } from './harness/stage.ts';
import { readStore } from './harness/store.ts';

const stage = setStage();
const referenceShape = /^[34679ACDEFGHJKMNPQRTWXY]{4}-[34679ACDEFGHJKMNPQRTWXY]{4}$/;

test('the receipt takes the focus and says the reference, the hour of the promise and the helpline', async () => {
  const page = await stage.visit('/make-a-claim');
  await fill(page, aoife);
  await submit(page);
  const receipt = page.getByRole('region', { name: 'We have it' });
  await receipt.waitFor();
  expect(await receipt.evaluate((element) => element === document.activeElement)).toBe(true);

  const reference = (await receipt.locator('.receipt-reference').textContent()) ?? '';
  expect(reference).toMatch(referenceShape);
  expect(readStore(stage.product).submissions.map((row) => row.reference)).toContain(reference);
  expect(await receipt.textContent()).toMatch(/We will contact you by \d\d:\d\d( tomorrow)?, \w+day \d{1,2} \w+\./);
  expect(await receipt.getByRole('link', { name: site.helpline.display }).getAttribute('href')).toBe(`tel:${site.helpline.tel}`);
});

test('on paper the receipt stands without the form', async () => {
  const page = await stage.visit('/contact');
  await fill(page, {
    name: 'Grace Adeyemi',
    email: 'grace@example.com',
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

test('a contact message is promised no hour, and is never said to be sent before the answer came', async () => {
  const page = await stage.visit('/contact');
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
