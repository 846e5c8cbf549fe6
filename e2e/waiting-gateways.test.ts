// Protects: what a proxy refuses holds back only what it belongs to.
import { expect, test } from 'vitest';
import { readStore } from '#testing/read-store.ts';
import { setupJourney } from './harness/journey.ts';
import { endpoint, storeAsFirstRelease } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_FAILED|ERR_CONNECTION|status of 403/;

test('What a proxy does not pass holds back what belongs to it alone', async () => {
  const page = await journey.visit('/faq', { expected });
  const isBlocked = (body: string | null) => body?.includes('Proxy First');
  await page.route(endpoint, (route) =>
    isBlocked(route.request().postData())
      ? route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' })
      : route.continue(),
  );
  const names = ['Proxy First', 'Proxy Same', 'Proxy Other'];
  const phones = ['07700 900601', '+44 7700 900601', '07700 900602'];
  const rows = names.map((name, index) => {
    const body = JSON.stringify({
      formName: 'Roadside Start',
      formData: { name, phone: phones[index], locationOfAccident: 'M25 J27', consent: 'yes' },
    });
    const form = { what: 'claim' as const, slug: 'roadside', path: '/roadside' };
    return { ...form, key: `key-of-${name.replace(' ', '-')}`, body, createdAt: Date.now() - 60_000 + index };
  });
  await page.evaluate(storeAsFirstRelease, rows);
  await page.reload();
  await expect.poll(() => countOf('Proxy Other')).toBe(1);
  expect([countOf('Proxy First'), countOf('Proxy Same')]).toEqual([0, 0]);
  await page.unroute(endpoint);
  await page.reload();
  await expect.poll(() => countOf('Proxy First')).toBe(1);
});

function countOf(name: string): number {
  return readStore(journey.product).submissions.filter(({ form_data }) => form_data.name === name).length;
}
