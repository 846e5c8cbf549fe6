// Protects: the page that answers a form posted without scripts has every header that its action set.
import { expect, test } from 'vitest';
import { addressAllowance } from '#server/claims/accept/limits.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { openSiteInNode } from '#testing/site-in-node.ts';

test('who posts too often is told when to try again, by the page and by its headers', async () => {
  const opened = Date.now();
  const { visitor, send } = await openSiteInNode({ RATE_LIMIT: 'on', TRUST_PROXY: '1' }, () => opened);
  const from = { 'X-Forwarded-For': '203.0.113.7' };
  const person = (index: number) => ({ ...sampleMessages[0].data, message: `Hit in the car park, row ${index}.` });
  await Promise.all(Array.from({ length: addressAllowance.burst }, (_, index) => send('Contact Us', person(index), from)));
  const { status, headers, html } = await visitor(undefined, from).post('/contact', person(1_000));
  expect([status, headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(html).toContain('row 1000.');
});
