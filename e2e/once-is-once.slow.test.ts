// Protects: however a claim is sent again, it is one claim.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const endpoint = '**/functions/v1/send-form-email';

test('A double tap, a second tab, a reload and a post without JavaScript make one claim with one email and one reference', async () => {
  const claim = { ...aoife, additionalInfo: 'Sent in every way there is.' };
  const page = await journey.visit('/make-a-claim');
  await fill(page, claim);
  await page.locator('form.lead-form button[type="submit"]').dblclick();
  const references = [await referenceOn(page)];

  await page.reload();
  await ready(page);
  await fill(page, claim);
  // The receipt of before is still there.
  await Promise.all([page.waitForResponse(endpoint), submit(page)]);
  references.push(await referenceOn(page));

  const tab = await page.context().newPage();
  await tab.goto(`${journey.product.url}/make-a-claim`);
  await ready(tab);
  await fill(tab, claim);
  await submit(tab);
  references.push(await referenceOn(tab));

  const plain = await journey.visit('/make-a-claim', { javaScriptEnabled: false });
  await fill(plain, claim);
  await submit(plain);
  references.push(await referenceOn(plain));

  const { submissions, emails } = readStore(journey.product);
  const rows = submissions.filter((row) => row.form_data.additionalInfo === claim.additionalInfo);
  expect(references).toEqual(references.map(() => rows[0]?.reference));
  expect(rows).toHaveLength(1);
  expect(emails.filter((email) => email.subject_id === rows[0]?.id)).toHaveLength(1);
});

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}
