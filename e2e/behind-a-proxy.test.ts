// Protects: forms and pages work behind a proxy that ends TLS.
import { expect, test } from 'vitest';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { formPost, jsonPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { setupJourney } from './harness/journey.ts';

/** Requests as a proxy passes them on that ends TLS at https://claims.example. */
const proxied = { Host: 'claims.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'claims.example' };
const ours = { ...proxied, Origin: 'https://claims.example' };
const journey = setupJourney({ SITE_URL: 'https://claims.example', TRUST_PROXY: '1' });

test.each([
  ['that passes the host on', ours],
  ['that gives its own host', { Origin: 'https://claims.example', Host: '127.0.0.1:3000' }],
])('Behind a TLS proxy %s, a form without JavaScript is accepted', async (way, headers) => {
  const ask = formPost({ ...aoife, email: 'proxy@example.com', additionalInfo: way });
  const response = await journey.product.request('/make-a-claim', { ...ask, headers: { ...ask.headers, ...headers } });
  expect(response.status).toBe(200);
  expect(response.text).toContain('Submission Successful!');
  expect(readStore(journey.product).submissions.filter(({ form_data }) => form_data.additionalInfo === way)).toHaveLength(1);
});

test('behind a TLS proxy a wrong form comes back with its errors', async () => {
  const ask = formPost({ ...aoife, email: 'someone@nowhere' });
  const response = await journey.product.request('/make-a-claim', { ...ask, headers: { ...ask.headers, ...ours } });
  expect(response.status).toBe(422);
  expect(response.text).toContain('Invalid Email');
});

test('Behind a TLS proxy a form with JavaScript is accepted', async () => {
  const call = { formName: 'Make a Claim', formData: lukasz };
  const response = await journey.product.request('/functions/v1/send-form-email', jsonPost(call, ours));
  expect(response.status).toBe(200);
});

test('Another site cannot post our forms', async () => {
  const foreign = { ...proxied, Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
  const before = readStore(journey.product).submissions.length;
  const ask = formPost(aoife);
  const posted = await journey.product.request('/make-a-claim', { ...ask, headers: { ...ask.headers, ...foreign } });
  expect(posted.status).toBe(403);
  const call = { formName: 'Make a Claim', formData: aoife };
  const called = await journey.product.request('/functions/v1/send-form-email', jsonPost(call, foreign));
  expect(called.status).toBe(403);
  expect(readStore(journey.product).submissions).toHaveLength(before);
});

test('Pages name the public address and send HSTS', async () => {
  const response = await journey.product.request('/make-a-claim', { headers: proxied });
  expect(response.text).toContain('<link rel="canonical" href="https://claims.example/make-a-claim"/>');
  expect(response.text).not.toMatch(/127\.0\.0\.1|site-url\.invalid/);
  expect(response.headers['strict-transport-security']).toContain('max-age=');
});
