// Protects: only sites in ALLOWED_ORIGINS can call the endpoints, and no other site can post our forms.
import { corsHeaders } from '@supabase/supabase-js/cors';
import { describe, expect, test, vi } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { isForeign } from './origin.ts';

const friend = 'https://partner.example';
const endpoints = ['/functions/v1/send-form-email', '/rest/v1/form_submissions'];
const { formName, data } = sampleMessages[0];
const bySupabase = corsHeaders['Access-Control-Allow-Headers'] ?? '';
const settings = { ALLOWED_ORIGINS: friend };

describe('a site named in ALLOWED_ORIGINS', () => {
  test.each(endpoints)('may ask, and is told what it may send to %s', async (path) => {
    const { app } = await createTestApp(settings);
    const response = await app.request(path, {
      method: 'OPTIONS',
      headers: {
        Origin: friend,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'apikey,x-forwarded-for',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(friend);
    expect(response.headers.get('access-control-allow-methods')).toBe('POST,OPTIONS');
    const mayBeSent = response.headers.get('access-control-allow-headers')?.toLowerCase().split(',');
    expect(mayBeSent).toEqual(
      expect.arrayContaining([
        ...bySupabase.toLowerCase().split(', '),
        'prefer',
        'content-profile',
        'idempotency-key',
        'x-form-age',
      ]),
    );
    expect(mayBeSent).not.toContain('x-forwarded-for');
    expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After,X-Kerbside-Answer');
    expect(response.headers.get('vary')).toContain('Origin');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('may send, and may read the response, good or bad', async () => {
    const { send, rows } = await createTestApp(settings);
    for (const answers of [data, {}]) {
      const response = await send(formName, answers, { Origin: friend, 'Sec-Fetch-Site': 'cross-site' });
      expect(response.headers.get('access-control-allow-origin')).toBe(friend);
    }
    expect(rows()).toHaveLength(1);
  });
});

test('a submission is accepted without a copy of all request headers, which costs more than to read one', async () => {
  const { app, rows } = await createTestApp();
  const request = new Request('http://127.0.0.1/functions/v1/send-form-email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ formName, formData: data }),
  });
  const copies = vi.spyOn(request.headers, 'forEach');
  expect((await app.request(request)).status).toBe(200);
  expect(rows()).toHaveLength(1);
  expect(copies).not.toHaveBeenCalled();
});

describe('the storage wire', () => {
  const path = '/storage/v1/object/evidence/7F4M-9TQX/a.jpg';

  test('tells a named site what the client may send, and refuses any other', async () => {
    const { app } = await createTestApp(settings);
    const preflight = (origin: string) => app.request(path, { method: 'OPTIONS', headers: { Origin: origin } });
    const allowed = await preflight(friend);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, friend]);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect(allowed.headers.get('access-control-allow-methods')).toContain(method);
    const mayBeSent = allowed.headers.get('access-control-allow-headers')?.toLowerCase().split(',');
    expect(mayBeSent).toEqual(expect.arrayContaining([...bySupabase.toLowerCase().split(', '), 'x-upsert', 'cache-control']));
    const refused = await preflight('https://evil.example');
    expect([refused.status, refused.headers.has('access-control-allow-origin')]).toEqual([403, false]);
    expect(await refused.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
  });

  test('lets any site show what has a signed URL, and read it only where it is named', async () => {
    const { app } = await createTestApp(settings);
    for (const [origin, named] of [
      [friend, true],
      ['https://evil.example', false],
    ] as const) {
      const response = await app.request(path.replace('object', 'object/sign'), { headers: { Origin: origin } });
      expect([response.status, response.headers.has('access-control-allow-origin')]).toEqual([400, named]);
    }
  });
});

describe('any other site', () => {
  test.each(['https://evil.example', 'https://partner.example.evil.example', 'http://partner.example', 'null', 'nonsense'])(
    '%s is refused, and its preflight too',
    async (origin) => {
      const { app, send, rows } = await createTestApp(settings);
      const response = await send(formName, data, { Origin: origin });
      expect(response.status).toBe(403);
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
      const preflight = await app.request('/rest/v1/form_submissions', { method: 'OPTIONS', headers: { Origin: origin } });
      expect(preflight.headers.has('access-control-allow-origin')).toBe(false);
      expect(rows()).toEqual([]);
    },
  );

  test('cannot post a form of ours from a page of its own', async () => {
    const { app } = await createTestApp();
    const headers = { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await app.request('/contact', { method: 'POST', headers, body: 'name=x' })).status).toBe(403);
  });
});

describe('where a browser says that a request comes from', () => {
  const site = 'https://kerbside.example';
  test.each([
    ['a program, which says nothing', undefined, 'kerbside.example', undefined, false],
    ['our own page', site, 'kerbside.example', 'same-origin', false],
    ['our own page behind a proxy that changes the host', site, '127.0.0.1:3000', undefined, false],
    ['our page opened by another name', 'http://192.168.0.7:3000', '192.168.0.7:3000', undefined, false],
    ['an address typed by hand', undefined, 'kerbside.example', 'none', false],
    ['another site', 'https://evil.example', 'kerbside.example', 'cross-site', true],
    ['another site, in an old browser', 'https://evil.example', 'kerbside.example', undefined, true],
    ['another site that hides its name', undefined, 'kerbside.example', 'cross-site', true],
    ['a sandboxed frame', 'null', 'kerbside.example', 'cross-site', true],
    ['our name without TLS', 'http://kerbside.example', 'kerbside.example', undefined, true],
  ])('%s', (_, origin, host, fetchSite, foreign) => {
    expect(isForeign({ origin, host, 'sec-fetch-site': fetchSite }, site)).toBe(foreign);
  });

  test('another name of ours without TLS, which a proxy with TLS passes on', () => {
    const headers = { origin: 'http://claims.example', host: 'claims.example' };
    expect(isForeign({ ...headers, 'x-forwarded-proto': 'https' }, site)).toBe(true);
    expect(isForeign({ ...headers, 'x-forwarded-proto': 'http' }, site)).toBe(false);
  });

  test('a site without TLS at the address that it says', () => {
    const headers = { origin: 'http://192.168.0.7:3000', host: '192.168.0.7:3000' };
    expect(isForeign(headers, 'http://192.168.0.7:3000')).toBe(false);
    expect(isForeign(headers, 'http://127.0.0.1:3000')).toBe(false);
  });

  test.each([...endpoints, '/contact', '/auth/sign-in', '/desk/sign-in', '/your-claim'])(
    'a page of our name without TLS cannot post to %s',
    async (path) => {
      const { app } = await createTestApp();
      const headers = { Origin: 'http://kerbside.example', Host: 'kerbside.example', 'Content-Type': 'application/json' };
      expect((await app.request(path, { method: 'POST', headers, body: '{}' })).status).toBe(403);
    },
  );
});
