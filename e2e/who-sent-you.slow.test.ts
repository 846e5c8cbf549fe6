// Protects: a page for a link that says who sent its visitor is small, its note goes with what was sent, and a saved page has the note too.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bo } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { ownServers, setupJourney } from './harness/journey.ts';

const journey = setupJourney(ownServers);
const link = '/make-a-claim?via=Northside%20Garage';

const viaOf = (email: string | undefined) =>
  readStore(journey.product).submissions.find(({ form_data }) => form_data.email === email)?.via;

test.each(['br', 'gzip'])('a page that is made for such a link is as small as all others: %s', async (encoding) => {
  const { headers, bytes } = await journey.product.request(link, { headers: { 'Accept-Encoding': encoding } });
  expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
  const page = encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
  expect(page.toString()).toContain('You were sent by <bdi>Northside Garage</bdi>');
  // One congestion window.
  expect(bytes.length).toBeLessThan(14 * 1024);
});

test('a page that was made for no link, as a saved one, says by its own script that the link names somebody, and the claim has the name', async () => {
  const page = await journey.newPage();
  const { text, headers } = await journey.product.request('/make-a-claim');
  const saved = { body: text, headers: { 'Content-Security-Policy': String(headers['content-security-policy']) } };
  await page.route(/make-a-claim\?via/, (route) => route.fulfill({ ...saved, contentType: 'text/html; charset=utf-8' }));
  await page.goto(`${journey.product.url}${link}`);
  await page.getByText('The link that you followed says who sent you.').waitFor();
  await ready(page);
  await fill(page, bo);
  await submit(page);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  expect(viaOf(bo.email)).toBe('Northside Garage');
  // A text of any length would be sent with the form, which would be refused then.
  await page.goto(`${journey.product.url}/make-a-claim?via=${'x'.repeat(120_000)}`);
  await ready(page);
  expect(await page.locator('[name="via"]').count()).toBe(0);
});
