// Protects: the real answers are those that /openapi.json describes.
import { expect, test } from 'vitest';
import { addressAllowance } from '#server/claims/accept/limits.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { sampleMessages, samples } from '#testing/fixtures/submissions.ts';
import { documentOf, validatorOf } from '#testing/openapi-document.ts';

const harpreet = sampleMessages[0].data;
const functionPath = '/functions/v1/send-form-email';
const restPath = '/rest/v1/form_submissions';
const key = { 'Idempotency-Key': 'k1' };

type Case = [
  method: 'get' | 'post' | 'delete',
  path: string,
  status: number,
  what: string,
  call: (product: TestApp) => Promise<Response>,
];

const both = (status: number, what: string, call: (product: TestApp, send: TestApp['send']) => Promise<Response>): Case[] => [
  ['post', functionPath, status === 201 ? 200 : status, what, (product) => call(product, product.send)],
  ['post', restPath, status, what, (product) => call(product, product.insert)],
];

const raw = (status: number, what: string, body: string, headers: Record<string, string> = {}): Case[] =>
  [functionPath, restPath].map((path) => ['post', path, status, what, ({ post }) => post(path, body, headers)]);

const get = (path: string, status: number, what: string, headers?: Record<string, string>): Case => [
  ...(['get', path, status, what] as const),
  async ({ app }) => app.request(path, headers && { headers }),
];

const storage = '/storage/v1/object';
/** Makes requests with the token of a claim's link, after its photo.jpg was uploaded and the team made contact. */
const asClaimant = async ({ send, app, sqlite }: TestApp) => {
  const { link, reference } = await (await send(samples[0]?.formName, samples[0]?.data)).json();
  const token = String(link).split('/').at(-1);
  const call = async (method: string, path: string, body?: BodyInit | object, headers: Record<string, string> = {}) =>
    app.request(`${storage}${path.replace('REF', reference)}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
  const upload = (name: string) => call('POST', `/evidence/REF/${name}`, evidenceFiles.jpeg(9_000));
  await upload('photo.jpg');
  const setContacted = (at: number | null) => sqlite.prepare('update form_submissions set contacted_at = ?').run(at);
  setContacted(1);
  return { call, upload, setContacted };
};
type Storage = Awaited<ReturnType<typeof asClaimant>>;
const stored = (
  method: Case[0],
  path: string,
  status: number,
  what: string,
  request: (storage: Storage) => Promise<Response>,
): Case => [method, `${storage}${path}`, status, what, async (product) => request(await asClaimant(product))];
const anyone = { Authorization: 'Bearer x' };
const photo = '/evidence/REF/photo.jpg';
const signed = async ({ call }: Storage) => (await (await call('POST', `/sign${photo}`, { expiresIn: 9 })).json()).signedURL;

const storageCases: Case[] = [
  stored('post', '/list/evidence', 200, 'files', ({ call }) => call('POST', '/list/evidence', { prefix: 'REF' })),
  stored('post', '/list/evidence', 200, 'the folder', ({ call }) => call('POST', '/list/evidence', {})),
  stored('post', '/list/evidence', 400, 'no limit', ({ call }) => call('POST', '/list/evidence', { limit: 0 })),
  stored('post', '/list/evidence', 401, 'no token', ({ call }) => call('POST', '/list/evidence', {}, anyone)),
  stored('post', '/list/evidence', 413, 'too long', ({ call }) =>
    call('POST', '/list/evidence', { prefix: 'x'.repeat(200_000) }),
  ),
  stored('post', '/evidence/{path}', 200, 'a file', ({ upload }) => upload('other.jpg')),
  stored('post', '/evidence/{path}', 409, 'the same path', ({ upload }) => upload('photo.jpg')),
  stored('post', '/evidence/{path}', 400, 'no name', ({ upload }) => upload('a%07.jpg')),
  stored('post', '/evidence/{path}', 403, 'another claim', ({ call }) =>
    call('POST', '/evidence/ZZZZ-ZZZZ/a.jpg', evidenceFiles.jpeg(900)),
  ),
  stored('post', '/evidence/{path}', 415, 'a kind that is not taken', ({ call }) =>
    call('POST', '/evidence/REF/a.jpg', Buffer.from('<svg/>')),
  ),
  stored('get', '/evidence/{path}', 404, 'nothing', ({ call }) => call('GET', '/evidence/REF/none.jpg')),
  stored('get', '/info/evidence/{path}', 200, 'facts', ({ call }) => call('GET', `/info${photo}`)),
  stored('post', '/sign/evidence/{path}', 200, 'signed', ({ call }) => call('POST', `/sign${photo}`, { expiresIn: 9 })),
  stored('post', '/sign/evidence/{path}', 403, 'before contact', ({ call, setContacted }) => {
    setContacted(null);
    return call('POST', `/sign${photo}`, { expiresIn: 9 });
  }),
  stored('post', '/sign/evidence', 200, 'several', ({ call }) => call('POST', '/sign/evidence', { expiresIn: 9, paths: ['a'] })),
  stored('get', '/sign/evidence/{path}', 400, 'a wrong signature', ({ call }) => call('GET', `/sign${photo}?token=x`)),
  stored('get', '/sign/evidence/{path}', 416, 'a range beyond the end', async (claimant) =>
    claimant.call('GET', (await signed(claimant)).replace('/object', ''), undefined, { Range: 'bytes=9000-' }),
  ),
  stored('delete', '/evidence', 200, 'removed', async ({ call }) => {
    const [folder] = await (await call('POST', '/list/evidence', {})).json();
    return call('DELETE', '/evidence', { prefixes: [`${folder.name}/photo.jpg`] });
  }),
];

const cases: Case[] = [
  ...both(201, 'accepted', (_, send) => send('Contact Us', harpreet)),
  ...both(201, 'duplicate', async (_, send) => {
    await send('Contact Us', harpreet, key);
    return send('Contact Us', harpreet, key);
  }),
  ...both(422, 'invalid', (_, send) => send('Contact Us', { ...harpreet, email: 'harpreet' })),
  ...both(404, 'unknown form', (_, send) => send('Newsletter', harpreet)),
  ...both(409, 'conflict', async (_, send) => {
    await send('Contact Us', harpreet, key);
    return send('Contact Us', { ...harpreet, phone: '' }, key);
  }),
  ...both(413, 'too large', (_, send) => send('Contact Us', { ...harpreet, message: 'x'.repeat(200_000) })),
  ...both(403, 'another site', (_, send) => send('Contact Us', harpreet, { Origin: 'https://evil.example' })),
  ...both(400, 'key too long', (_, send) => send('Contact Us', harpreet, { 'Idempotency-Key': 'k'.repeat(256) })),
  // They are limited together, and it takes as many requests as a hall full of people sends.
  ...both(429, 'limited', async (_, send) => {
    const person = (index: number) => ({ ...harpreet, email: `p${index}@example.com` });
    const from = { 'X-Forwarded-For': '203.0.113.7' };
    for (let index = 0; index < addressAllowance.burst; index += 1) await send('Contact Us', person(index), from);
    return send('Contact Us', person(-1), from);
  }),
  ...both(503, 'unavailable', async ({ services }, send) => {
    await services.close();
    return send('Contact Us', harpreet);
  }),
  ...raw(400, 'no JSON', '{'),
  ...raw(415, 'wrong type', '{}', { 'Content-Type': 'text/plain' }),
  ...raw(415, 'compressed', '{}', { 'Content-Encoding': 'gzip' }),
  ['post', restPath, 201, 'without a body', ({ insert }) => insert('Contact Us', harpreet, { Prefer: 'return=minimal' })],
  [
    ...(['post', restPath, 201, 'one object'] as const),
    ({ insert }) => insert('Contact Us', harpreet, { Accept: 'application/vnd.pgrst.object+json' }),
  ],
  [
    ...(['post', restPath, 201, 'some columns'] as const),
    ({ post }) => post(`${restPath}?select=id`, { form_name: 'Contact Us', form_data: harpreet }),
  ],
  ['post', '/csp-reports', 204, 'a report', ({ post }) => post('/csp-reports', cspReport)],
  ['post', '/csp-reports', 400, 'no report', ({ post }) => post('/csp-reports', '{}')],
  ['post', '/csp-reports', 413, 'too long', ({ post }) => post('/csp-reports', 'x'.repeat(20_000))],
  get('/healthz', 200, 'alive'),
  get('/readyz', 200, 'ready'),
  [
    ...(['get', '/readyz', 200, 'store closed'] as const),
    async ({ app, services }) => {
      await services.close();
      return app.request('/readyz');
    },
  ],
  [
    ...(['get', '/readyz', 503, 'stopping'] as const),
    async ({ app, services }) => {
      services.readiness.end();
      return app.request('/readyz');
    },
  ],
  get('/metrics', 200, 'with the token', { Authorization: 'Bearer a-long-secret' }),
  get('/metrics', 403, 'without the token'),
  get('/openapi.json', 200, 'the document'),
  ...storageCases,
];

const cspReport = {
  'csp-report': { 'document-uri': 'https://kerbside.example/', 'blocked-uri': 'inline', 'effective-directive': 'script-src' },
};

/** The description is the same for every case, and takes longer to read than any of them. */
let description: { document: Awaited<ReturnType<typeof documentOf>>; check: ReturnType<typeof validatorOf> } | null = null;

test.each(cases)('%s %s answers %i as described: %s', async (method, path, status, _, call) => {
  const product = await createTestApp({ TRUST_PROXY: '1', METRICS_TOKEN: 'a-long-secret' });
  description ??= await describeBy(product);
  const { document, check } = description;
  const response = await call(product);
  expect(response.status).toBe(status);
  const described = document.paths[path]?.[method]?.responses[status];
  for (const name of Object.keys(described?.headers ?? {})) expect(response.headers.has(name), name).toBe(true);
  const body = await response.text();
  if (body === '') return;
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  expect(Object.keys(described?.content ?? {})).toContain(type);
  const pointer = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
  expect(check(pointer, type === 'application/json' ? JSON.parse(body) : body)).toBeNull();
});

async function describeBy(product: Parameters<typeof documentOf>[0]) {
  const document = await documentOf(product);
  return { document, check: validatorOf(document) };
}

test('a response that is not as described would be found', async () => {
  const check = validatorOf(await documentOf(await createTestApp()));
  const accepted = ['components', 'schemas', 'Accepted'];
  expect(check(accepted, { message: 'Thank you', reference: '7F4M-9TQX' })).toMatch(/createdAt/);
  expect(check(['components', 'schemas', 'Problem'], { message: '', stack: 'at …' })).toMatch(/additional.*message/);
});
