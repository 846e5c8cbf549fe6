// Protects: a form without JavaScript is taken as one with it.
import { type ActionFunctionArgs, RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { servicesContext } from '#app/context/context.ts';
import { formAction } from '#app/forms/form-action.ts';
import { withAskedLater } from '#forms/continuation.ts';
import { problemPage, refusals } from '#forms/errors.ts';
import type { FormDefinition } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { messagesIn } from '#forms/messages.ts';
import { honeypotField } from '#forms/signals.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { sampleMessages, samples } from '#testing/fixtures/submissions.ts';

const harpreet = sampleMessages[0].data;
const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** The action of a page behind the whole app, which returns its outcome as JSON in place of the page. */
async function openPages(settings: Record<string, string> = {}) {
  const holder: { services?: TestApp['services'] } = {};
  const testApp = await createTestApp(settings, {
    render: async (request, visitor) => {
      const form = forms.find(({ path }) => request.method === 'POST' && request.url.endsWith(path));
      if (!form || !holder.services) return new Response('');
      const { services } = holder;
      const accept: typeof services.accept = (incoming) => services.accept({ ...incoming, ...visitor });
      const context = new RouterContextProvider(new Map([[servicesContext, { ...services, accept }]]));
      const { data, init } = await formAction(form, { request, context } as unknown as ActionFunctionArgs);
      return Response.json(data, { status: init?.status ?? 200 });
    },
  });
  holder.services = testApp.services;
  const postTo = (path: string, body: BodyInit, headers: Record<string, string> = urlencoded) =>
    testApp.app.request(path, { method: 'POST', headers, body });
  return { ...testApp, postTo };
}

test.each(samples)('a post without scripts stores what a call with scripts stores: $shows', async ({ formName, data }) => {
  const testApp = await openPages();
  const form = forms.find(({ name }) => name === formName) as FormDefinition;
  const typed = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value.replaceAll(/\r\n?/g, '\n')]));
  const asPosted = Object.entries(typed).map(([name, value]): [string, string] => [name, value.replaceAll('\n', '\r\n')]);
  const response = await testApp.postTo(form.path, new URLSearchParams(asPosted).toString());
  expect(await response.json()).toMatchObject({ kind: 'accepted', reference: testApp.rows()[0]?.reference });
  const stored = JSON.stringify(withAskedLater(form, typed));
  expect(testApp.rows()).toMatchObject([{ came_by: 'page', form_data: stored, quarantined_at: null }]);
  expect(testApp.emails()).toHaveLength(1);

  await testApp.send(formName, typed, { 'Idempotency-Key': 'k1' });
  expect(testApp.rows()).toHaveLength(1);
});

test('the page after a post, also of a repeat, has the time of the first submission', async () => {
  const testApp = await openPages();
  const posted = new URLSearchParams(harpreet).toString();
  const first = await (await testApp.postTo('/contact', posted)).json();
  expect(first).toEqual({ kind: 'accepted', reference: testApp.rows()[0]?.reference, createdAt: testApp.clock.now, dueAt: null });
  testApp.clock.now += 9 * 60_000;
  expect(await (await testApp.postTo('/contact', posted)).json()).toEqual(first);
});

test('multipart is accepted, too', async () => {
  const testApp = await openPages();
  const posted = new FormData();
  for (const [name, value] of Object.entries(harpreet)) posted.append(name, value);
  const request = new Request('https://kerbside.example/contact', { method: 'POST', body: posted });
  expect((await testApp.app.request(request)).status).toBe(200);
  expect(testApp.rows()).toMatchObject([{ form_data: JSON.stringify(harpreet) }]);
});

test('a replacement character is stored where somebody typed it', async () => {
  const testApp = await openPages();
  await testApp.postTo('/contact', new URLSearchParams({ ...harpreet, name: 'a\ufffdb' }).toString());
  expect(JSON.parse(testApp.rows()[0]?.form_data ?? '{}').name).toBe('a\ufffdb');
});

describe('posts that no browser makes are refused and store nothing', () => {
  const good = new URLSearchParams(harpreet).toString();
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };
  test.each<[string, BodyInit, Record<string, string>, number]>([
    ['nothing', '', urlencoded, 422],
    ['other names', 'a=1&b=2&__proto__=3&constructor=4', urlencoded, 422],
    ['bytes that are not UTF-8', `${good}&name=%ff%fe`, urlencoded, 400],
    ['raw bytes that are not UTF-8', Buffer.from([...Buffer.from('name='), 0xff, 0xc0]), urlencoded, 400],
    ['NUL', good.replace('Harpreet', '%00'), urlencoded, 422],
    ['ten thousand names', Array.from({ length: 10_000 }, (_, index) => `a${index}=1`).join('&'), urlencoded, 413],
    ['a megabyte', `message=${'x'.repeat(1_000_000)}`, urlencoded, 413],
    ['garbage for multipart', 'garbage', multipart, 400],
    ['multipart cut off', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nHarp', multipart, 400],
    ['multipart without a boundary', '--x--', { 'Content-Type': 'multipart/form-data' }, 400],
    [
      'a file for a name',
      '--x\r\nContent-Disposition: form-data; name="name"; filename="a.txt"\r\n\r\nhi\r\n--x--\r\n',
      multipart,
      422,
    ],
    ['JSON', JSON.stringify(harpreet), { 'Content-Type': 'application/json' }, 415],
    ['plain text', good, { 'Content-Type': 'text/plain' }, 415],
    ['no type', Buffer.from(good), {}, 415],
    ['another charset', good, { 'Content-Type': 'application/x-www-form-urlencoded; charset=windows-1252' }, 415],
    ['compression', good, { ...urlencoded, 'Content-Encoding': 'gzip' }, 415],
  ])('%s', async (_, body, headers, status) => {
    const testApp = await openPages();
    const response = await testApp.postTo('/contact', body, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(testApp.rows()).toEqual([]);
  });
});

test('a person whose post is malformed gets an error page that says to go back to what was typed', async () => {
  const testApp = await openPages();
  const fromBrowser = { ...urlencoded, Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const response = await testApp.postTo('/contact', `message=${'x'.repeat(200_000)}`, fromBrowser);
  expect([response.status, response.headers.get('content-type')]).toEqual([413, 'text/html; charset=UTF-8']);
  const page = await response.text();
  for (const text of [refusals.tooLong, problemPage.title, problemPage.back]) expect(page).toContain(text);
});

test.each([
  ['a page that is posted', '/roadside?lang=pl', {}],
  ['a script of that page', '/functions/v1/send-form-email', { Referer: 'https://kerbside.example/roadside?lang=pl' }],
])('what is refused before it is read is refused in the language of the roadside page: %s', async (_, path, headers) => {
  const testApp = await openPages();
  const long = `name=${'x'.repeat(200_000)}`;
  const refused = await testApp.postTo(path, long, { ...urlencoded, ...headers });
  expect((await refused.json()).message).toBe(messagesIn('pl').refusals.tooLong);
  const page = await (await testApp.postTo(path, long, { ...urlencoded, ...headers, Accept: 'text/html' })).text();
  const { title, back } = messagesIn('pl').problemPage;
  if (path.startsWith('/roadside')) for (const text of ['<html lang="pl" dir="ltr">', title, back]) expect(page).toContain(text);
});

test('a filled honeypot is answered like any other submission, and gets no email', async () => {
  const testApp = await openPages();
  const response = await testApp.postTo('/contact', new URLSearchParams({ ...harpreet, [honeypotField]: 'Google' }).toString());
  expect(await response.json()).toMatchObject({ kind: 'accepted', reference: testApp.rows()[0]?.reference });
  expect(testApp.rows()).toMatchObject([
    { form_data: JSON.stringify(harpreet), quarantine_reason: expect.stringContaining('nobody sees') },
  ]);
  expect(testApp.emails()).toEqual([]);
});

test('a refused form is shown with what was typed, and the number to call', async () => {
  const testApp = await openPages({ TRUST_PROXY: '1' });
  const from = { ...urlencoded, 'Content-Length': '200', 'X-Forwarded-For': '203.0.113.7' };
  const statuses = await Promise.all(
    Array.from({ length: 301 }, async (_, index) => {
      const answers = { ...harpreet, email: `p${index}@example.com` };
      const response = await testApp.postTo('/contact', new URLSearchParams(answers).toString(), from);
      return [response.status, await response.json()];
    }),
  );
  const refused = statuses.filter(([status]) => status === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.[1]).toMatchObject({
    kind: 'refused',
    message: refusals.tooManyFromAddress(1),
    values: { name: 'Harpreet Kaur' },
  });
});
