import { join } from 'node:path';
import { uploadsPath } from '#forms/evidence-rules.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { cpuSeconds, type Line, load } from './measure.ts';

/** Each request is sent this often before it is measured, and then while it is. */
const times = { before: 5, measured: 30 };

const shown = 20;

/** Sends a claim, and then what anybody may send, with the token of its private link. */
export async function openSender(url: string) {
  let number = 0;
  const send = async ({ method = 'GET', path, headers = {}, body }: AnonymousRequest) => {
    number += 1;
    const sent = { method, headers, ...(body !== undefined && { body: body.replaceAll('{n}', String(number)) }) };
    return request(`${url}${path}`, sent);
  };
  const first = await send({
    what: 'a claim',
    method: 'POST',
    path: '/functions/v1/send-form-email',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ formName: 'Make a Claim', formData: aoife }),
  });
  return { send, token: String(first.json().link).split('/').at(-1) ?? '' };
}

/** The processor time that the built product needs for each request that anybody can make, without its limits: the dearest ones. */
export async function requests(folder: string): Promise<Line[]> {
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product') });
  await product.ready;
  const pid = product.process.pid as number;
  const { send, token } = await openSender(product.url);
  const costs: { what: string; status: number; ms: number }[] = [];
  for (const one of anonymousRequests(product.url, token)) {
    let status = 0;
    for (let index = 0; index < times.before; index += 1) status = (await send(one)).status;
    const before = cpuSeconds(pid);
    for (let index = 0; index < times.measured; index += 1) await send(one);
    costs.push({ what: one.what, status, ms: ((cpuSeconds(pid) - before) / times.measured) * 1_000 });
  }
  await product.end('SIGTERM');
  const dearest = costs.toSorted((a, b) => b.ms - a.ms).slice(0, shown);
  return [
    { what: 'load average', found: load() },
    ...dearest.map(({ what, status, ms }) => ({ what: `${what} (${status})`, found: `${ms.toFixed(1)} ms` })),
  ];
}

/** A request that anybody can make, as dear as it can be made. `{n}` is another number each time. */
export type AnonymousRequest = { what: string; method?: string; path: string; headers?: Record<string, string>; body?: string };

const most = 100 * 1024;
const fill = (part: string, length = most) => part.repeat(Math.floor(length / part.length));
const members = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));
const fields = (count: number) => {
  const parts = Array.from({ length: count }, (_, index) => `--x\r\nContent-Disposition: form-data; name="${index}"\r\n\r\n\r\n`);
  return `${parts.join('')}--x--\r\n`;
};

const functionPath = '/functions/v1/send-form-email';
const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);

/**
 * `origin` is the site's own; `token` is that of the private link of a claim, which everybody gets who sends one.
 */
export function anonymousRequests(origin: string, token: string): AnonymousRequest[] {
  const html = { Origin: origin, Accept: 'text/html' };
  const form = { ...html, 'Content-Type': 'application/x-www-form-urlencoded' };
  const multipart = { ...html, 'Content-Type': 'multipart/form-data; boundary=x' };
  const json = { Origin: origin, 'Content-Type': 'application/json' };
  const cookie = { Cookie: `kerbside-claim=${token}` };
  const bearer = { Authorization: `Bearer ${token}` };
  const storage = '/storage/v1/object';
  const post = (what: string, path: string, headers: Record<string, string>, body: string) => ({
    what,
    method: 'POST',
    path,
    headers,
    body,
  });
  const call = (what: string, body: string) => post(`${functionPath}: ${what}`, functionPath, json, body);
  const paths = Array.from({ length: 1_000 }, () => fill('/a', 80));

  return [
    { what: 'a page', path: '/' },
    { what: 'a page, 15 KB of If-None-Match', path: '/', headers: { 'If-None-Match': fill('a,', 15_000) } },
    { what: 'a page, 15 KB of Accept-Encoding', path: '/', headers: { 'Accept-Encoding': fill('b,', 15_000) } },
    {
      what: 'a page, four thousand headers',
      path: '/x',
      headers: Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`a${i}`, ''])),
    },
    { what: 'no page, 15 KB of slashes', path: fill('/', 15_000) },
    { what: 'no page, 15 KB of encoded letters', path: `/${fill('%41', 15_000)}` },
    { what: 'a page, seven thousand parameters', path: `/x?${fill('a&', 14_000)}` },
    { what: '/openapi.json', path: '/openapi.json' },
    { what: '/readyz', path: '/readyz' },
    {
      what: '/auth/session, a forged cookie',
      path: '/auth/session',
      headers: { Cookie: `kerbside.session_token=${fill('a', 40)}.${fill('b', 43)}=` },
    },
    {
      what: '/auth/session, 8 KB of cookies',
      path: '/auth/session',
      headers: { Cookie: `kerbside.session_token=x.y; ${fill('a=b; ', 8_000)}` },
    },
    { what: '/your-claim', path: '/your-claim' },
    { what: '/your-claim, 8 KB of cookies', path: '/your-claim', headers: { Cookie: fill('a=b; ', 8_000) } },
    { what: '/your-claim of a claim of their own', path: '/your-claim', headers: cookie },
    { what: '/your-claim/copy', path: '/your-claim/copy', headers: cookie },
    { what: '/your-claim, seven thousand parameters', path: `/your-claim?${fill('a&', 14_000)}` },
    { what: 'a private link that is wrong', path: `/your-claim/${token.slice(0, 8)}${fill('A', 32)}` },
    post('/your-claim: a&a&…', '/your-claim', { ...form, ...cookie }, fill('a&')),
    post('/your-claim: nothing', '/your-claim', form, 'a=1'),
    post('files: none, without a claim', uploadsPath, multipart, fields(1)),
    post('files: no multipart', uploadsPath, { ...multipart, ...cookie }, 'x'),
    post('files: two thousand parts', uploadsPath, { ...multipart, ...cookie }, fields(1_500)),
    {
      what: 'tus: 14 KB of metadata',
      method: 'POST',
      path: uploadsPath,
      headers: {
        Origin: origin,
        ...cookie,
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '10',
        'Upload-Metadata': fill('a ', 14_000),
      },
    },
    { what: '/desk/sign-in', path: '/desk/sign-in' },
    { what: '/desk/sign-in, seven thousand parameters', path: `/desk/sign-in?${fill('a&', 14_000)}` },
    { what: '/desk, seven thousand parameters', path: `/desk?${fill('a&', 14_000)}` },
    { what: '/desk', path: '/desk' },
    post('/desk/sign-in: a&a&…', '/desk/sign-in', form, fill('a&')),
    post('/desk/sign-in: a wrong password', '/desk/sign-in', form, 'email=a{n}@example.com&password=velvet-orbit-tram'),
    post('/desk/people: a&a&…', '/desk/people', form, fill('a&')),
    post('/desk/people: as many fields as are read', '/desk/people', form, fill('a&', 4_998)),
    post('/desk/people: multipart', '/desk/people', multipart, fields(1_500)),
    post('/auth/sign-in: a wrong password', '/auth/sign-in', json, '{"email":"b{n}@example.com","password":"velvet-orbit-tram"}'),
    post('/auth/sign-in: nine thousand members', '/auth/sign-in', json, members(9_000)),
    post('/auth/sign-up: as many members as are read', '/auth/sign-up', json, members(1_490)),
    post('/contact: one field', '/contact', form, 'a=1'),
    post('/make-a-claim: one field', '/make-a-claim', form, 'a=1'),
    post('/contact: a&a&…', '/contact', form, fill('a&')),
    post('/contact: 100 KB of %ff', '/contact', form, `message=${fill('%ff', most - 8)}`),
    post('/contact: 100 KB of spaces', '/contact', form, `message=${fill('+', most - 8)}`),
    post('/contact: 100 KB of <', '/contact', form, `message=${fill('<', most - 8)}`),
    post('/contact: multipart, two thousand parts', '/contact', multipart, fields(1_500)),
    post('/contact: multipart, 100 KB of headers', '/contact', multipart, `--x\r\n${fill('a:b\r\n', most - 100)}\r\n\r\n--x--`),
    post('/contact: multipart, 100 KB of boundaries', '/contact', multipart, fill('--x\r\n')),
    post('/contact: a claim sent again', '/contact', form, 'name=A&email=a@example.com&subject=S&message=M'),
    call('nine thousand members', `{"formName":"Contact Us","formData":${members(8_500)}}`),
    call('as many members as are read', `{"formName":"Contact Us","formData":${members(1_490)}}`),
    call('100,000 brackets', fill('[')),
    call('50,000 arrays in each other', nested('[', ']', 50_000)),
    call('3,000 arrays in each other', nested('[', ']', 3_000)),
    call('17,000 objects in each other', `${fill('{"a":', 85_000)}1${'}'.repeat(17_000)}`),
    call('100 KB of escapes', `{"formName":"${fill('\\u0041', most - 20)}"}`),
    call('nothing in it', '{"formName":"Contact Us","formData":{}}'),
    call(
      'an email address of 90 KB',
      JSON.stringify({
        formName: 'Contact Us',
        formData: { name: 'A', email: fill('a@a.', 90_000), subject: 'S', message: 'M' },
      }),
    ),
    call(
      'a message of 90 KB',
      JSON.stringify({
        formName: 'Contact Us',
        formData: { name: 'A{n}', email: 'a{n}@example.com', subject: 'S', message: `${fill('word ', 90_000)}{n}` },
      }),
    ),
    call(
      'a claim',
      JSON.stringify({ formName: 'Make a Claim', formData: { ...aoife, firstName: 'A{n}', email: 'a{n}@example.com' } }),
    ),
    call('a claim sent again', JSON.stringify({ formName: 'Make a Claim', formData: aoife })),
    { what: 'storage without a token', path: `${storage}/evidence/x` },
    { what: 'storage, a forged signature of 9 KB', path: `${storage}/sign/evidence/x?token=${fill('a', 9_000)}` },
    post('storage: a list', `${storage}/list/evidence`, { ...json, ...bearer }, JSON.stringify({ prefix: fill('/a', 90_000) })),
    post(
      'storage: a thousand signatures',
      `${storage}/sign/evidence`,
      { ...json, ...bearer },
      JSON.stringify({ expiresIn: 60, paths }),
    ),
    {
      what: 'storage: a thousand removals',
      method: 'DELETE',
      path: `${storage}/evidence`,
      headers: { ...json, ...bearer },
      body: JSON.stringify({ prefixes: paths }),
    },
    post(
      '/csp-reports',
      '/csp-reports',
      {},
      JSON.stringify({
        'csp-report': { 'document-uri': 'https://a/', 'blocked-uri': 'https://b/', 'effective-directive': 'img-src' },
      }),
    ),
    post('/csp-reports: 1,300 members', '/csp-reports', {}, members(1_300)),
    {
      what: 'a preflight of a stranger',
      method: 'OPTIONS',
      path: '/rest/v1/form_submissions',
      headers: { Origin: 'https://evil.example' },
    },
  ];
}
