// Protects: nobody's address fills the log, or makes a proxy take an instance for a broken one.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';

const long = 'x'.repeat(3_000);

test.each([
  ['its query', `/desk/background?q=${long}`, '/desk/background'],
  ['its path', `/desk/files/${long}`, '/'],
  ['nothing', '/desk/background?q=short', '/desk/background?q=short'],
  ['the query of a page, with the address in it', `/desk/sign-in?to=${long}`, '/desk/sign-in'],
])('a redirect leaves out %s of what is too long for a proxy', async (_, location, expected) => {
  const { app } = await createTestApp({}, { render: async () => new Response(null, { status: 302, headers: { location } }) });
  expect((await app.request('/desk/all')).headers.get('location')).toBe(expected);
});

test.each(['/desk/%ff', '/desk/%c3%28/x.data', '/desk/%', '/no-such-page/%e0%a4'])(
  'an address that cannot be decoded does not reach the pages: %s',
  async (path) => {
    const rendered: string[] = [];
    const { app } = await createTestApp({}, { render: async ({ url }) => new Response(String(rendered.push(url))) });
    const status = (await app.request(path)).status;
    expect([status, rendered]).toEqual([400, []]);
  },
);
