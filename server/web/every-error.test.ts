// Protects: every error text can occur, and each person is told only what they may know.
import { describe, expect, test } from 'vitest';
import { refusals, wireErrors } from '#forms/errors.ts';
import { addressAllowance } from '#server/claims/accept/limits.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { workAllowance } from './limit-work.ts';

const harpreet = sampleMessages[0].data;
const functionPath = '/functions/v1/send-form-email';
const key = { 'Idempotency-Key': 'k1' };

type Provocation = [status: number, provoke: (testApp: TestApp) => Response | Promise<Response>];

function postForm(testApp: TestApp, headers: Record<string, string>, body: string) {
  return testApp.app.request('/contact', { method: 'POST', headers, body });
}

async function last(responses: (Response | Promise<Response>)[]): Promise<Response> {
  return (await Promise.all(responses)).at(-1) as Response;
}

const forPeople: Record<keyof typeof refusals, Provocation> = {
  checkAnswers: [422, ({ send }) => send('Contact Us', {})],
  sentWithOtherAnswers: [
    409,
    ({ send }) => last([send('Contact Us', harpreet, key), send('Contact Us', { ...harpreet, phone: '' }, key)]),
  ],
  notSaved: [
    503,
    async ({ send, services }) => {
      await services.close();
      return send('Contact Us', harpreet);
    },
  ],
  tooManyFromAddress: [
    429,
    ({ send }) =>
      last(
        Array.from({ length: addressAllowance.burst + 1 }, (_, index) =>
          send('Contact Us', { ...harpreet, email: `p${index}@example.com` }, { 'X-Forwarded-For': '203.0.113.7' }),
        ),
      ),
  ],
  tooMuchWork: [
    429,
    (testApp) =>
      last(
        Array.from({ length: workAllowance.burst + 1 }, () =>
          testApp.app.request('/your-claim', { headers: { 'X-Forwarded-For': '203.0.113.7' } }),
        ),
      ),
  ],
  tooLong: [413, ({ send }) => send('Contact Us', { ...harpreet, message: 'x'.repeat(200_000) })],
  unreadablePost: [400, (testApp) => postForm(testApp, { 'Content-Type': 'multipart/form-data; boundary=x' }, 'garbage')],
  foreignSite: [403, ({ send }) => send('Contact Us', harpreet, { Origin: 'https://evil.example' })],
  ourFault: [500, ({ app }) => app.request('/broken')],
};

const forPrograms: Record<keyof typeof wireErrors, Provocation> = {
  notJson: [400, ({ post }) => post(functionPath, '{')],
  notJsonType: [415, ({ post }) => post(functionPath, '{}', { 'Content-Type': 'text/plain' })],
  notUtf8: [415, ({ post }) => post(functionPath, '{}', { 'Content-Type': 'application/json; charset=latin1' })],
  compressed: [415, ({ post }) => post(functionPath, '{}', { 'Content-Encoding': 'gzip' })],
  notFormType: [415, (testApp) => postForm(testApp, { 'Content-Type': 'application/json' }, '{}')],
  noSuchForm: [404, ({ send }) => send('Newsletter', harpreet)],
  noSuchFunction: [404, ({ post }) => post('/functions/v1/other', {})],
  noSuchTable: [404, ({ app }) => app.request('/rest/v1/letters')],
  oneRow: [400, ({ post }) => post('/rest/v1/form_submissions', [])],
  keyTooLong: [400, ({ send }) => send('Contact Us', harpreet, { 'Idempotency-Key': 'k'.repeat(256) })],
  onlyPost: [405, ({ app }) => app.request(functionPath)],
  onlyRead: [405, ({ app }) => app.request('/about', { method: 'POST' })],
  unreadableAddress: [400, ({ app }) => app.request('/desk/%ff')],
  stopping: [
    503,
    async ({ app, services }) => {
      services.readiness.end();
      return app.request('/readyz');
    },
  ],
};

const openBreakable = () =>
  createTestApp(
    { TRUST_PROXY: '1' },
    {
      render: async (request) => {
        if (request.url.endsWith('/broken')) throw new Error('broken');
        return new Response('');
      },
    },
  );

describe.each([
  ['a person', refusals, forPeople],
  ['a program', wireErrors, forPrograms],
])('what %s may be told', (_, texts, provocations) => {
  test.each(Object.entries(provocations))('%s', async (name, [status, provoke]) => {
    const response = await provoke(await openBreakable());
    expect(response.status).toBe(status);
    const text = texts[name as keyof typeof texts] as string | ((seconds: number) => string);
    const { message } = await response.json();
    if (status === 429) {
      const seconds = Number(response.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(message).toBe((text as (seconds: number) => string)(seconds));
    } else expect(message).toBe(text);
  });
});
