// Protects: the claim form says who sent its visitor, with and without scripts, and sends that with the claim unless it is left out.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forms } from '#forms/forms.ts';
import { roadside } from '#forms/roadside.ts';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { formPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { ownServers, setupJourney } from './harness/journey.ts';

const journey = setupJourney(ownServers);
const link = '/make-a-claim?via=Northside%20Garage';

const viaOf = (email: string | undefined) =>
  readStore(journey.product).submissions.find(({ form_data }) => form_data.email === email)?.via;

test('with scripts: the note is above the form, the claim has the name, and its email says so', async () => {
  const page = await journey.visit(link);
  await page.getByText('You were sent by Northside Garage, says the link').waitFor();
  await fill(page, aoife);
  await submit(page);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  expect(viaOf(aoife.email)).toBe('Northside Garage');
  const received = await journey.mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === aoife.email);
  expect(received.text).toContain('Sent by: “Northside Garage” (as a link said)');
  // There is nothing left to leave out.
  const box = page.getByText('Untick to leave it out');
  expect(await box.isVisible()).toBe(false);
  await page.getByText('Another accident?').click();
  await box.waitFor();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toContain('Northside');
});

test('without scripts: refused answers bring the note back, and unticked it is in no claim', async () => {
  const page = await journey.visit(link, { javaScriptEnabled: false, expected: /status of 422/ });
  await fill(page, { ...lukasz, email: 'someone@nowhere' });
  await submit(page);
  const box = page.locator('[name="via"]');
  expect([await box.inputValue(), await box.isChecked()]).toEqual(['Northside Garage', true]);
  await page.getByText('You were sent by Northside Garage').waitFor();
  await page.locator('main [name="email"]').fill(String(lukasz.email));
  await box.uncheck();
  await submit(page);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  expect(viaOf(lukasz.email)).toBeNull();
});

test.each(forms.filter(({ isClaim }) => isClaim).map(({ path }) => path))(
  '%s is made for such a link, kept by nobody, and shows nothing that is no name',
  async (path) => {
    expect((await journey.product.request(path)).headers['cache-control']).toBe('no-cache');
    for (const ignored of ['Call+0900+1234', 'K7M4P9', '<b>', '']) {
      const { text, headers } = await journey.product.request(`${path}?via=${encodeURIComponent(ignored)}`);
      expect(headers['cache-control']).toBe('no-store');
      expect(text.match(/Call 0|sent by|name="via"/)).toBeNull();
    }
    const { text, headers, status } = await journey.product.request(`${path}?via=O'Neil+%26+Sons`);
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex']);
    expect(text.match(/You were sent by <bdi>[^<]*<\/bdi>/)?.[0]).toBe('You were sent by <bdi>O&#x27;Neil &amp; Sons</bdi>');
    expect(text.includes('<template')).toBe(false);
    const languages = [...text.matchAll(/href="(\/roadside\?[^"]*)"/g)].map(([, href]) => href);
    if (path === roadside.path) expect(languages).toContain('/roadside?lang=pl&amp;via=O%27Neil+%26+Sons');
  },
);

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

test('a form that is posted for a link that names nobody is taken as any other', async () => {
  const posted = formPost({ ...aoife, email: 'other@example.com', via: 'Call 0900 1234' });
  const { status, text } = await journey.product.request('/make-a-claim', posted);
  expect([status, text.includes('Call 0')]).toEqual([200, false]);
  expect(viaOf('other@example.com')).toBeNull();
});
