// Protects: the built product answers programs as specified, and logs nothing that was typed.
import { expect, test } from 'vitest';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { ownServers, setupJourney } from './harness/journey.ts';

const journey = setupJourney(ownServers);
const [functionPath, restPath] = ['/functions/v1/send-form-email', '/rest/v1/form_submissions'];

test('both endpoints store a claim, and its email is the same', async () => {
  const byFunction = await journey.product.request(functionPath, jsonPost({ formName: 'Make a Claim', formData: aoife }));
  expect(byFunction.status).toBe(200);
  expect(byFunction.json()).toMatchObject({ message: expect.any(String), reference: expect.stringMatching(/^[A-Z0-9-]{6,12}$/) });

  const row = { form_name: 'Make a Claim', form_data: lukasz };
  const byRest = await journey.product.request(restPath, jsonPost(row, { Prefer: 'return=representation' }));
  expect(byRest.status).toBe(201);
  expect(JSON.parse(byRest.text)).toEqual([{ ...row, id: expect.any(String), created_at: expect.stringMatching(/^\d{4}-/) }]);

  for (const { email } of [aoife, lukasz]) {
    const received = await journey.mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === email);
    expect(received.text).toMatch(/Reference: \S+/);
  }
});

test('one key, sent ten times at once: one response, one row, one email', async () => {
  const before = readStore(journey.product).submissions.length;
  const call = jsonPost({ formName: 'Make a Claim', formData: bo }, { 'Idempotency-Key': 'ten-at-once' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => journey.product.request(functionPath, call)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map((response) => response.json().reference)).size).toBe(1);
  const { submissions, emails } = readStore(journey.product);
  expect(submissions).toHaveLength(before + 1);
  expect(emails).toHaveLength(submissions.length);
});

const claim = { formName: 'Make a Claim', formData: aoife };
test.each([
  ['what is not JSON', { ...jsonPost({}), body: '{"formName":' }, 400],
  ['a form that does not exist', jsonPost({ formName: 'No Such Form', formData: {} }), 404],
  ['a claim that is not complete', jsonPost({ ...claim, formData: { ...aoife, consent: '' } }), 422],
  ['more than 100 KB', jsonPost({ ...claim, formData: { ...aoife, additionalInfo: 'x'.repeat(110_000) } }), 413],
  ['another type than JSON', jsonPost(claim, { 'Content-Type': 'text/plain' }), 415],
  ['a GET', { method: 'GET' }, 405],
  ['a DELETE', { method: 'DELETE' }, 405],
])('%s is refused with a message fit to show, and nothing is stored', async (_, ask, status) => {
  const before = readStore(journey.product).submissions.length;
  const response = await journey.product.request(functionPath, ask);
  expect(response.status).toBe(status);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expect(response.json().message).toMatch(/^[A-Z].*[.!]$/);
  if (status === 422) expect(Object.keys(response.json().fields ?? {})).toEqual(['consent']);
  if (status === 405) expect(response.headers.allow).toContain('POST');
  expect(readStore(journey.product).submissions).toHaveLength(before);
});

test('submissions cannot be read from outside', async () => {
  for (const path of [restPath, `${restPath}?select=*`, '/rest/v1/letters', '/data/kerbside.sqlite'])
    expect([404, 405]).toContain((await journey.product.request(path)).status);
});

test('The log reports events and nothing that a visitor typed', async () => {
  await journey.product.writes('email sent');
  await journey.product.writes(String(readStore(journey.product).submissions[0]?.reference));
  const log = journey.product.output();
  for (const typed of [aoife.email, aoife.lastName, aoife.phone, lukasz.lastName, bo.phone]) expect(log).not.toContain(typed);
});

test('/healthz and /readyz respond', async () => {
  expect((await journey.product.request('/healthz')).status).toBe(200);
  expect((await journey.product.request('/readyz')).status).toBe(200);
});
