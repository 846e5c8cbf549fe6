// Protects: what a stranger types is shown to staff as text and runs nothing.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { fieldsOf } from '#forms/form.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { addSession, setupDeskJourney } from './harness/desk-setup.ts';

/** Markup and scripts in every field that a stranger can fill in, as staff come to see them. */

const attack = `"'></textarea></title></script><script>window.ran=1</script><img src=x onerror="window.ran=1"><svg onload=window.ran=1>`;
const address = '"><img/src=x/onerror=window.ran=1>@evil.example';

const desk = setupDeskJourney();
const { journey } = desk;
let id: string;

beforeAll(async () => {
  const typed = Object.fromEntries(
    Object.entries(aoife).map(([name, value]) => [name, isChosen(name) ? value : `${attack} ${name}`]),
  );
  const formData = { ...typed, firstName: `Mallory ${attack}`, email: address, phone: 'javascript:window.ran=1' };
  const response = await journey.product.request(
    '/functions/v1/send-form-email',
    jsonPost({ formName: 'Make a Claim', formData }),
  );
  expect(response.status, response.text).toBe(200);
  id = readStore(journey.product).submissions.at(-1)?.id ?? '';
});

test.each([
  ['the queue', () => '/desk'],
  ['all claims', () => '/desk/all'],
  ['the submission', () => `/desk/submissions/${id}`],
  ['a search', () => '/desk/all?q=Mallory'],
  ['a search for the attack itself', () => `/desk/all?q=${encodeURIComponent(attack)}`],
])('%s shows them as text', async (_, path) => {
  const page = await journey.newPage();
  await addSession(page, journey.product, desk.owner);
  await page.goto(journey.product.url + path());
  await ready(page);
  await page.getByText(attack.slice(0, 20)).first().waitFor();
  expect(await alive(page)).toEqual({ ran: false, planted: 0, links: [] });
});

test('The page change from inbox to submission shows them as text', async () => {
  const page = await journey.newPage();
  await addSession(page, journey.product, desk.owner);
  await page.goto(`${journey.product.url}/desk`);
  await ready(page);
  await page
    .getByRole('link', { name: /Mallory/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /Mallory/ }).waitFor();
  await page.getByText(`${attack} descriptionOfAccident`).first().waitFor();
  expect(await alive(page)).toEqual({ ran: false, planted: 0, links: [] });
});

function isChosen(name: string): boolean {
  const type = fieldsOf(claim).find((field) => field.name === name)?.type ?? '';
  return ['radio', 'select', 'checkbox', 'date', 'time'].includes(type);
}

/** Whether anything ran, how much of the attack became elements, and links of kinds that the desk does not use. */
function alive(page: Page) {
  return page.evaluate(() => ({
    ran: 'ran' in window,
    planted: document.querySelectorAll('img[src="x"], svg[onload], body [onerror]').length,
    links: [...document.links]
      .map(({ href }) => href)
      .filter((href) => !/^(http:\/\/127\.0\.0\.1|tel:[\d+]*$|mailto:)/.test(href)),
  }));
}
