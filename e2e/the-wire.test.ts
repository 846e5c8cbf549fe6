// Protects: the built product answers programs and pages as specified, also behind a proxy that ends TLS, and logs nothing that was typed.
import { expect, test } from 'vitest';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { formPost, jsonPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { setupJourney } from './harness/journey.ts';

/** Requests as a proxy passes them on that ends TLS at https://claims.example. */
const proxied = { Host: 'claims.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'claims.example' };
const ours = { ...proxied, Origin: 'https://claims.example' };
const foreign = { ...proxied, Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
const journey = setupJourney({ SITE_URL: 'https://claims.example', TRUST_PROXY: '1' });

const [functionPath, restPath] = ['/functions/v1/send-form-email', '/rest/v1/form_submissions'];
const claim = { formName: 'Make a Claim', formData: aoife };
const count = () => readStore(journey.product).submissions.length;
const post = (data: Record<string, string>, headers: Record<string, string>) => {
  const asked = formPost(data);
  return journey.product.request('/make-a-claim', { ...asked, headers: { ...asked.headers, ...headers } });
};

test('both endpoints store a claim, and one key is one claim with one email', async () => {
  const call = jsonPost({ ...claim, formData: bo }, { ...ours, 'Idempotency-Key': 'ten-at-once' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => journey.product.request(functionPath, call)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map((response) => response.json().reference)).size).toBe(1);
  const row = { form_name: 'Make a Claim', form_data: lukasz };
  const byRest = await journey.product.request(restPath, jsonPost(row, { ...ours, Prefer: 'return=representation' }));
  expect([byRest.status, JSON.parse(byRest.text)]).toEqual([
    201,
    [{ ...row, id: expect.any(String), created_at: expect.stringMatching(/^\d{4}-/) }],
  ]);
  const { submissions, emails } = readStore(journey.product);
  expect([submissions.length, emails.length]).toEqual([2, 2]);
  for (const { email } of [bo, lukasz]) {
    const received = await journey.mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === email);
    expect(received.text).toMatch(/Reference: \S+/);
  }
});

test.each([
  ['that passes the host on', ours],
  ['that gives its own host', { Origin: 'https://claims.example', Host: '127.0.0.1:3000' }],
])('behind a TLS proxy %s, a form without JavaScript is accepted, and a wrong one comes back', async (way, headers) => {
  const response = await post({ ...aoife, email: 'proxy@example.com', additionalInfo: way }, headers);
  expect([response.status, response.text.includes('Submission Successful!')]).toEqual([200, true]);
  const rows = readStore(journey.product).submissions.filter(({ form_data }) => form_data.additionalInfo === way);
  expect(rows).toHaveLength(1);
  const wrong = await post({ ...aoife, email: 'someone@nowhere' }, headers);
  expect([wrong.status, wrong.text.includes('Invalid Email')]).toEqual([422, true]);
});

test.each([
  ['what is not JSON', { ...jsonPost({}), body: '{"formName":' }, 400],
  ['a form that does not exist', jsonPost({ formName: 'No Such Form', formData: {} }), 404],
  ['a claim that is not complete', jsonPost({ ...claim, formData: { ...aoife, consent: '' } }), 422],
  ['more than 100 KB', jsonPost({ ...claim, formData: { ...aoife, additionalInfo: 'x'.repeat(110_000) } }), 413],
  ['another type than JSON', jsonPost(claim, { 'Content-Type': 'text/plain' }), 415],
  ['a call from another site', jsonPost(claim, foreign), 403],
  ['a GET', { method: 'GET' }, 405],
  ['a DELETE', { method: 'DELETE' }, 405],
])('%s is refused with a message fit to show, and nothing is stored', async (_, asked, status) => {
  const before = count();
  const response = await journey.product.request(functionPath, asked);
  expect(response.status).toBe(status);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expect(response.json().message).toMatch(/^[A-Z].*[.!]$/);
  if (status === 422) expect(Object.keys(response.json().fields ?? {})).toEqual(['consent']);
  if (status === 405) expect(response.headers.allow).toContain('POST');
  expect(count()).toBe(before);
});

test('another site cannot post our forms, and nobody reads submissions from outside', async () => {
  const before = count();
  expect((await post(aoife, foreign)).status).toBe(403);
  expect(count()).toBe(before);
  for (const path of [restPath, `${restPath}?select=*`, '/rest/v1/letters', '/data/kerbside.sqlite'])
    expect([404, 405]).toContain((await journey.product.request(path)).status);
});

test('pages name the public address and send HSTS', async () => {
  const response = await journey.product.request('/make-a-claim', { headers: proxied });
  expect(response.text).toContain('<link rel="canonical" href="https://claims.example/make-a-claim"/>');
  expect(response.text).not.toMatch(/127\.0\.0\.1|site-url\.invalid/);
  expect(response.headers['strict-transport-security']).toContain('max-age=');
});

test('the log reports events and nothing that a visitor typed', async () => {
  await journey.product.writes('email sent');
  await journey.product.writes(String(readStore(journey.product).submissions[0]?.reference));
  const log = journey.product.output();
  for (const typed of [aoife.email, aoife.lastName, aoife.phone, lukasz.lastName, bo.phone]) expect(log).not.toContain(typed);
});
