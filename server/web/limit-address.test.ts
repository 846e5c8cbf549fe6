// Protects: nobody's address fills the log, or makes a proxy take an instance for a broken one.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';

const long = 'x'.repeat(3_000);

test.each([
  ['its query', `/desk/jobs?q=${long}`, '/desk/background'],
  ['its path', `/desk/files/${long}`, '/'],
  ['nothing', '/desk/jobs?q=short', '/desk/background?q=short'],
])('a redirect leaves out %s of what is too long for a proxy', async (_, path, expected) => {
  const { app } = await createTestApp();
  expect((await app.request(path)).headers.get('location')).toBe(expected);
});

test('nor does one that a page makes, with its address in it', async () => {
  const render = async ({ url }: Request) =>
    Response.redirect(`https://kerbside.example/desk/sign-in?to=${encodeURIComponent(url)}`);
  const { app } = await createTestApp({}, { render });
  expect((await app.request(`/desk/all?q=${long}`)).headers.get('location')).toBe('https://kerbside.example/desk/sign-in');
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
