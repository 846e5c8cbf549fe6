// Protects: a repeat by somebody else gets no private link.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';

const keyed = (key: string) => ({ 'Idempotency-Key': key });

/** The reference and the link in a response. */
async function givenBy(response: Response) {
  expect(response.status).toBe(200);
  const { reference, link } = await response.json();
  return { reference, link, cookies: response.headers.getSetCookie().length };
}

test.each([
  ['with the key of the first alone', keyed('k1'), {}],
  ['without any key', {}, {}],
  ['with the key of the second alone', {}, keyed('k2')],
])('the same few answers, %s, get the reference of the first, and neither its link nor its cookies', async (_, of, by) => {
  const { send, rows } = await createTestApp();
  const first = await givenBy(await send('Roadside Start', idris, of));
  expect(first).toMatchObject({ link: expect.stringContaining('/your-claim/'), cookies: 2 });
  for (let times = 0; times < 2; times += 1)
    expect(await givenBy(await send('Roadside Start', idris, by))).toEqual({
      reference: first.reference,
      link: undefined,
      cookies: 0,
    });
  expect(rows()).toHaveLength(1);
});

test('under its key, or from a browser that has its link, a repeat gets the link again', async () => {
  const { send } = await createTestApp();
  const response = await send('Roadside Start', idris, keyed('k1'));
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const first = await givenBy(response);
  expect(await givenBy(await send('Roadside Start', idris, keyed('k1')))).toEqual(first);
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(await givenBy(await send('Roadside Start', idris, { Cookie: cookie }))).toEqual(first);
  expect((await givenBy(await send('Roadside Start', idris, { Cookie: 'kerbside-claim=x' }))).link).toBeUndefined();
});

test('the cookie of another claim gives no link', async () => {
  const { send } = await createTestApp();
  await send('Roadside Start', idris);
  const other = await send('Roadside Start', { ...idris, phone: '07700 900999' });
  const Cookie = other.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect((await givenBy(await send('Roadside Start', idris, { Cookie }))).link).toBeUndefined();
});

test.each([
  ['with the key of the first alone', keyed('k1'), {}],
  ['without any key', {}, {}],
  ['with the key of the second alone', {}, keyed('k2')],
])('all answers of a whole claim, %s, get its reference alone: a garage or an insurer may know them too', async (_, of, by) => {
  const { send, clock, rows } = await createTestApp();
  const first = await givenBy(await send('Make a Claim', aoife, of));
  expect(first.link).toContain('/your-claim/');
  for (let times = 0; times < 3; times += 1) {
    expect(await givenBy(await send('Make a Claim', aoife, by))).toEqual({
      reference: first.reference,
      link: undefined,
      cookies: 0,
    });
    clock.now += 4 * 60_000;
  }
  expect(rows()).toHaveLength(1);
});

test('the sender of a whole claim gets the link again under its key, and in the browser that opened it', async () => {
  const { send } = await createTestApp();
  const first = await givenBy(await send('Make a Claim', aoife, keyed('k1')));
  expect(await givenBy(await send('Make a Claim', aoife, keyed('k1')))).toEqual(first);
  const Cookie = `__Host-kerbside-claim=${first.link.split('/').at(-1)}`;
  expect((await givenBy(await send('Make a Claim', aoife, { Cookie }))).link).toBe(first.link);
});

test('a repeat as a row gives back what was sent, and nothing that was added since', async () => {
  const { send, insert, sqlite } = await createTestApp();
  await send('Roadside Start', idris);
  sqlite.prepare('update form_submissions set form_data = ?').run(JSON.stringify({ ...idris, email: 'idris@example.com' }));
  const [row] = await (await insert('Roadside Start', idris)).json();
  expect(row.form_data).toEqual(idris);
});

test.each(['xx', 7, ['pl'], null])('a roadside start with %j as its language is taken without it', async (language) => {
  const { send, rows } = await createTestApp();
  expect((await send('Roadside Start', { ...idris, language })).status).toBe(200);
  const { language: _, ...others } = idris;
  expect(JSON.parse(String(rows()[0]?.form_data))).toEqual(others);
});
