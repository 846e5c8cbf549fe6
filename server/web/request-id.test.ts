// Protects: each response has an id that is in the log.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';

const idOf = (response: Response) => response.headers.get('x-request-id') ?? '';

test('every response has an id of its own: pages, files, endpoints and refusals', async () => {
  const { app, send } = await createTestApp({}, { paths: ['/'] });
  const responses = [
    await app.request('/'),
    await app.request('/', { headers: { 'if-none-match': '*' } }),
    await app.request('/robots.txt'),
    await app.request('/no-such-page'),
    await app.request('/healthz'),
    await app.request('/healthz'),
    await send('Make a Claim', aoife),
    await send('Make a Claim', {}),
    await app.request('/about', { method: 'PUT' }),
  ];
  const ids = responses.map(idOf);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('what is logged while a request is answered has its id', async () => {
  const { send, logged } = await createTestApp();
  const [one, two] = await Promise.all([send('Make a Claim', aoife), send('Make a Claim', { ...aoife, firstName: 'Nora' })]);
  const references = Object.fromEntries(
    await Promise.all([one, two].map(async (response) => [(await response.json()).reference, idOf(response)])),
  );
  const lines = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'submission');
  expect(Object.fromEntries(lines.map(({ reference, requestId }) => [reference, requestId]))).toEqual(references);
});

test('a request that was refused is in the log by its id, without what was typed', async () => {
  const { app, send, logged } = await createTestApp();
  const invalid = await send('Make a Claim', { ...aoife, email: 'aoife@nowhere', make: '' });
  const unreadable = await app.request('/functions/v1/send-form-email', { method: 'POST', body: 'a=b' });
  const key = { 'Idempotency-Key': 'one for two' };
  await send('Make a Claim', aoife, key);
  const other = await send('Make a Claim', { ...aoife, firstName: 'Nora' }, key);
  const lines = logged.map((line) => JSON.parse(line)).filter(({ level, event }) => level === 'info' && event !== 'submission');
  expect(lines).toMatchObject([
    { event: 'submission invalid', form: 'claim', fields: 'email', requestId: idOf(invalid) },
    { event: 'form refused', reason: 'unsupported_media_type', status: 415, requestId: idOf(unreadable) },
    { event: 'submission conflict', form: 'claim', requestId: idOf(other) },
  ]);
  expect(logged.join('')).not.toContain('nowhere');
});

test('the level debug logs every request by its id, without the rest of its path', async () => {
  const { app, logged } = await createTestApp({ LOG_LEVEL: 'debug' });
  const response = await app.request('/functions/v1/no-such-function', { method: 'POST' });
  const lines = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');
  expect(lines).toMatchObject([{ method: 'POST', path: '/functions', status: 404, requestId: idOf(response) }]);
  await app.request(`/your-claim%2F${'k'.repeat(40)}`);
  await app.request(`/${'k'.repeat(40)}`);
  expect(logged.join('')).not.toContain('kkk');
});

test('a person who is shown an error of ours is given the id, and it is in the log', async () => {
  const { app, logged } = await createTestApp({}, { render: () => Promise.reject(new Error('the roof fell in')) });
  const response = await app.request('/about', { headers: { accept: 'text/html' } });
  expect(response.status).toBe(500);
  expect(await response.text()).toContain(idOf(response));
  const lines = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request failed');
  expect(lines).toMatchObject([{ requestId: idOf(response) }]);
});

test('a proxy’s id is taken where a proxy is in front, and nobody else’s, and none that is not an id', async () => {
  const given = { headers: { 'X-Request-Id': 'of-the-proxy-1' } };
  const behind = await createTestApp({ TRUST_PROXY: '1' });
  expect(idOf(await behind.app.request('/healthz', given))).toBe('of-the-proxy-1');
  expect(idOf(await behind.app.request('/healthz', { headers: { 'X-Request-Id': 'a sentence, "quoted"' } }))).toMatch(
    /^[0-9a-f-]{36}$/,
  );
  const alone = await createTestApp();
  expect(idOf(await alone.app.request('/healthz', given))).toMatch(/^[0-9a-f-]{36}$/);
});
