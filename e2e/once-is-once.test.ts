// Protects: however a claim is sent again, it is one claim.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readMessages, readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { dropLimits } from './harness/time-limits.ts';
import { ownAnswer } from './harness/waiting.ts';

const journey = setupJourney();
const endpoint = '**/functions/v1/send-form-email';

test('A double tap, a second tab, a reload and a post without JavaScript make one claim with one e-mail and one reference', async () => {
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

test('with scripts and without, the same answers are stored to the byte', async () => {
  const typed = { ...aoife, firstName: 'Zoë', descriptionOfAccident: ' Two\n\nlines,  spaces & <b>markup</b> 🚗 ' };
  const scripted = await journey.visit('/make-a-claim');
  await fill(scripted, { ...typed, policyNumber: 'with' });
  await submit(scripted);
  await referenceOn(scripted);
  const plain = await journey.visit('/make-a-claim', { javaScriptEnabled: false });
  await fill(plain, { ...typed, policyNumber: 'without' });
  await submit(plain);
  await referenceOn(plain);

  const [one, other] = readStore(journey.product)
    .submissions.filter((row) => row.form_data.firstName === 'Zoë')
    .map((row) => JSON.stringify({ ...row.form_data, policyNumber: '' }));
  expect(one).toBe(JSON.stringify({ ...typed, policyNumber: '' }));
  expect(other).toBe(one);
});

test('answers changed after a lost response are sent under a key of their own', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /ERR_FAILED/ });
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

test('A stored with its answer lost, edited into B which failed, and into C which is accepted, are one claim; A and B again, after a reload and in a second tab, keep their keys', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /ERR_FAILED|ERR_CONNECTION|status of 503/ });
  const claimOf = (additionalInfo: string) => ({ ...aoife, lastName: 'Three ways', additionalInfo });
  const keys: Record<string, string[]> = { A: [], B: [], C: [] };
  let trouble = true;
  const watch = (route: Route) => {
    const { formData } = route.request().postDataJSON() as { formData: { additionalInfo: string } };
    keys[formData.additionalInfo]?.push(route.request().headers()['idempotency-key'] ?? '');
    if (trouble && formData.additionalInfo === 'A') return route.fetch().then(() => route.abort('connectionreset'));
    if (trouble && formData.additionalInfo === 'B') return route.fulfill(ownAnswer(503, { message: 'Not now.' }));
    return route.continue();
  };
  await page.route(endpoint, watch);
  for (const name of ['A', 'B']) {
    await fill(page, claimOf(name));
    await submit(page);
    await expect.poll(() => keys[name]?.length).toBe(1);
    await page.getByText('Not sent yet.').waitFor();
  }
  await fill(page, claimOf('C'));
  await submit(page);
  await referenceOn(page);

  trouble = false;
  await page.reload();
  await ready(page);
  const tab = await page.context().newPage();
  await tab.route(endpoint, watch);
  await tab.goto(`${journey.product.url}/make-a-claim`);
  await ready(tab);
  for (const [where, name] of [
    [page, 'A'],
    [tab, 'B'],
    [tab, 'A'],
    [page, 'C'],
  ] as const) {
    await fill(where, claimOf(name));
    const [response] = await Promise.all([where.waitForResponse(endpoint), submit(where)]);
    expect(response.status(), name).toBe(200);
    await where.waitForFunction(() => document.querySelector<HTMLInputElement>('main [name="firstName"]')?.value === '');
  }
  expect(Object.values(keys).map((used) => new Set(used).size)).toEqual([1, 1, 1]);
  expect(new Set(Object.values(keys).flat()).size).toBe(3);
  const rows = readStore(journey.product).submissions.filter(({ form_data }) => form_data.lastName === 'Three ways');
  expect(rows.map(({ form_data }) => form_data.additionalInfo)).toEqual(['A']);
  const messages = readMessages(journey.product).filter(({ submission_id: id }) => id === rows[0]?.id);
  expect(messages.map(({ text }) => text.split('\n').at(-1))).toEqual(['C', 'B']);
});

test('the same answers sent in two tabs at the same time are one claim', async () => {
  const page = await journey.visit('/make-a-claim');
  const tab = await page.context().newPage();
  await tab.goto(`${journey.product.url}/make-a-claim`);
  await ready(tab);
  const answers = { ...aoife, lastName: 'Two tabs' };
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const keys: (string | undefined)[] = [];
  for (const where of [page, tab]) {
    await where.route(endpoint, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await promise;
      await route.continue();
    });
    await fill(where, answers);
    await submit(where);
    await where.getByRole('button', { name: 'Submitting...' }).waitFor();
  }
  // The second tab waits for the answer to the first.
  expect(keys).toHaveLength(1);
  release();
  const references = await Promise.all([referenceOn(page), referenceOn(tab)]);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  const rows = readStore(journey.product).submissions.filter(({ form_data }) => form_data.lastName === 'Two tabs');
  expect(references).toEqual([rows[0]?.reference, rows[0]?.reference]);
  expect(rows).toHaveLength(1);
});

test('the same answers accepted more than ten minutes ago are a claim of their own', async () => {
  const page = await journey.visit('/contact', { setsClock: true });
  await dropLimits(page);
  const typed = { name: 'Mo', email: 'mo@example.com', phone: '', subject: 'Please call', message: 'Please call me.' };
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
  });
  for (const count of [1, 2, 3]) {
    await fill(page, typed);
    await submit(page);
    await expect.poll(() => keys.length).toBe(count);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main [name="name"]')?.value === '');
    if (count !== 2) continue;
    await page.clock.setSystemTime(Date.now() + 11 * 60_000);
    await dropLimits(page);
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('answers whose fate is unknown keep their key for longer than ten minutes', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /ERR_FAILED|ERR_CONNECTION/, setsClock: true });
  await dropLimits(page);
  const answers = { ...aoife, lastName: 'Long tunnel' };
  await page.route(endpoint, (route) => route.fetch().then(() => route.abort('connectionreset')));
  await fill(page, answers);
  await submit(page);
  await page.getByText('Not sent yet.').waitFor();
  await page.unroute(endpoint);
  await page.clock.setSystemTime(Date.now() + 60 * 60_000);
  await dropLimits(page);
  await submit(page);
  const reference = await referenceOn(page);
  const rows = readStore(journey.product).submissions.filter(({ form_data }) => form_data.lastName === 'Long tunnel');
  expect(rows.map((row) => row.reference)).toEqual([reference]);
});

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}
