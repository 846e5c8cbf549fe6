import { expect, test } from 'vitest';
import { ready } from './harness/browser.ts';
import { aoife } from './harness/claims.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();
const note = 'We kept what you typed earlier on this device. Carry on where you stopped.';

test('what was typed survives a reload and a wrong turn, and coming back says so', async () => {
  const page = await stage.visit('/make-a-claim');
  await fill(page, aoife);
  await page.reload();
  await ready(page);
  await page.getByText(note).waitFor();
  expect(await readForm(page)).toEqual(aoife);

  await page.locator('.site-footer').getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { level: 1, name: 'Straight answers' }).waitFor();
  await page.goBack();
  await page.getByText(note).waitFor();
  expect(await readForm(page)).toEqual(aoife);
});

test('Clear this form empties it for good, and Undo brings it back', async () => {
  const page = await stage.visit('/make-a-claim');
  const untouched = await readForm(page);
  await fill(page, aoife);
  await page.getByRole('button', { name: 'Clear this form' }).click();
  expect(await readForm(page)).toEqual(untouched);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await readForm(page)).toEqual(aoife);

  await page.getByRole('button', { name: 'Clear this form' }).click();
  await page.reload();
  await ready(page);
  expect(await readForm(page)).toEqual(untouched);
});

test('once it is sent nothing of it stays on the device but a digest', async () => {
  const page = await stage.visit('/make-a-claim');
  await fill(page, aoife);
  await submit(page);
  await page.locator('.receipt').waitFor();
  const kept = await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]));
  for (const value of ["O'Neil", 'Barking', aoife.email, aoife.phone]) expect(kept).not.toContain(value);
});

test('a browser that refuses storage sends the form all the same', async () => {
  // React Router reports what it cannot keep of scroll positions.
  const page = await stage.newPage({ expected: /refused/ });
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    }
  });
  await page.goto(`${stage.product.url}/make-a-claim`);
  await ready(page);
  await fill(page, { ...aoife, firstName: 'Nostorage' });
  await submit(page);
  await page.locator('.receipt').waitFor();
});
