import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ready } from './harness/browser.ts';
import { aoife } from './harness/claims.ts';
import { fill, submit } from './harness/fill.ts';
import { setStage } from './harness/stage.ts';
import { readStore } from './harness/store.ts';

const stage = setStage();

test('a double tap, a second tab, a reload and the page without scripts make one claim with one letter and one reference', async () => {
  const claim = { ...aoife, additionalInfo: 'Sent in every way there is.' };
  const page = await stage.visit('/make-a-claim');
  await fill(page, claim);
  await page.locator('form.lead-form button[type="submit"]').dblclick();
  const references = [await referenceOn(page)];

  await page.reload();
  await ready(page);
  await fill(page, claim);
  await submit(page);
  references.push(await referenceOn(page));

  const tab = await page.context().newPage();
  await tab.goto(`${stage.product.url}/make-a-claim`);
  await ready(tab);
  await fill(tab, claim);
  await submit(tab);
  references.push(await referenceOn(tab));

  const plain = await stage.visit('/make-a-claim', { javaScriptEnabled: false });
  await fill(plain, claim);
  await submit(plain);
  references.push(await referenceOn(plain));

  const { submissions, letters } = readStore(stage.product);
  const rows = submissions.filter((row) => row.form_data.additionalInfo === claim.additionalInfo);
  expect(references).toEqual(references.map(() => rows[0]?.reference));
  expect(rows).toHaveLength(1);
  expect(letters.filter((letter) => letter.submission_id === rows[0]?.id)).toHaveLength(1);
});

test('with scripts and without, the same answers are stored to the byte', async () => {
  const typed = { ...aoife, firstName: 'Zoë', descriptionOfAccident: ' Two\n\nlines,  spaces & <b>markup</b> 🚗 ' };
  const scripted = await stage.visit('/make-a-claim');
  await fill(scripted, { ...typed, policyNumber: 'with' });
  await submit(scripted);
  await referenceOn(scripted);
  const plain = await stage.visit('/make-a-claim', { javaScriptEnabled: false });
  await fill(plain, { ...typed, policyNumber: 'without' });
  await submit(plain);
  await referenceOn(plain);

  const [one, other] = readStore(stage.product)
    .submissions.filter((row) => row.form_data.firstName === 'Zoë')
    .map((row) => JSON.stringify({ ...row.form_data, policyNumber: '' }));
  expect(one).toBe(JSON.stringify({ ...typed, policyNumber: '' }));
  expect(other).toBe(one);
});

test('answers changed after a lost answer are sent under a key of their own', async () => {
  const page = await stage.visit('/make-a-claim', { expected: /ERR_FAILED/ });
  const keys: (string | undefined)[] = [];
  let lost = true;
  await page.route('**/functions/v1/send-form-email', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (lost) return route.abort();
    return route.continue();
  });
  await fill(page, { ...aoife, firstName: 'First try' });
  await submit(page);
  await page.getByText('Not sent yet.').waitFor();
  await submit(page);
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[1]).toBe(keys[0]);
  await page.getByText('Not sent yet.').waitFor();

  lost = false;
  await page.locator('[name="firstName"]').fill('Second thought');
  await submit(page);
  await referenceOn(page);
  expect(keys[2]).not.toBe(keys[0]);
});

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}
