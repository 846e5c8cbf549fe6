// Protects: links that say who sent a visitor count for one address as the two small pages whose time they take, and always show the form.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { workAllowance } from './limit-work.ts';

test('beyond the limit of an address its page is the file that all others get, and other addresses have theirs', async () => {
  let rendered = 0;
  const { app } = await createTestApp(
    { TRUST_PROXY: '1', RATE_LIMIT: 'on' },
    {
      paths: ['/make-a-claim'],
      render: async ({ url }) => {
        rendered += 1;
        return new Response(url, { status: url.includes('no-such-page') ? 404 : 200, headers: { 'Content-Type': 'text/html' } });
      },
    },
  );
  const before = rendered;
  const withoutLink = await app.request('/make-a-claim', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  expect([withoutLink.headers.get('cache-control'), rendered]).toEqual(['no-cache', before]);
  const ask = (address: string) => app.request('/make-a-claim?via=Northside+Garage', { headers: { 'X-Forwarded-For': address } });
  const allowed = workAllowance.burst / 2;
  for (let count = 0; count < allowed; count += 1) expect((await ask('203.0.113.7')).status).toBe(200);
  expect(rendered - before).toBe(allowed);
  const page = await ask('203.0.113.7');
  expect([page.status, page.headers.get('cache-control'), page.headers.get('retry-after')]).toEqual([200, 'no-cache', null]);
  expect(await page.text()).toBe('https://kerbside.example/make-a-claim');
  expect(rendered - before).toBe(allowed);
  const other = await ask('203.0.113.8');
  expect([await other.text(), other.headers.get('cache-control')]).toEqual([
    'https://kerbside.example/make-a-claim?via=Northside+Garage',
    'no-store',
  ]);
});
