// Protects: a private link opens its own claim only, until it ends or is revoked.
import { expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { linkDaysAfterClosing } from '#server/claims/private-link.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { sampleClaims, sampleMessages } from '#testing/fixtures/submissions.ts';
import { linkOf } from './claim-link.ts';

const [{ formName, data }, second] = sampleClaims;
const site = 'https://kerbside.example';

const key = { 'Idempotency-Key': 'k1' };

async function sentClaim(settings: Record<string, string> = {}) {
  const testApp = await createTestApp(settings);
  const { link, reference } = await (await testApp.send(formName, data, key)).json();
  return { testApp, link: String(link), reference: String(reference), token: String(link).split('/').at(-1) ?? '' };
}

const stateOf = ({ services }: TestApp, token: string, name = '__Host-kerbside-claim') =>
  services.readClaim(`other=1; ${name}=${token}`);

test('a claim is answered with its private link, and its repeat with the same one', async () => {
  const { testApp, link, reference, token } = await sentClaim();
  expect(link.slice(0, link.lastIndexOf('/'))).toBe(`${site}/your-claim`);
  expect(token).toMatch(new RegExp(`^${reference.replace('-', '')}[\\w-]{32}$`));
  expect((await (await testApp.send(formName, data, key)).json()).link).toBe(link);
});

test('a repeat is answered without a link once the first one has ended, and its receipt says so', async () => {
  const { testApp, reference, token } = await sentClaim();
  const { change, clock } = testApp;
  const repeat = async () => (await testApp.send(formName, data, key)).json();
  await change('update form_submissions set link_generation = 1, link_revoked_at = 1');
  expect(await repeat()).toMatchObject({ reference, link: null, emailed: false });
  await change('update form_submissions set link_revoked_at = null');
  expect(await repeat()).toMatchObject({ reference, link: null, emailed: false });
  await change(`update form_submissions set link_generation = 0, closed_at = ${clock.now - linkDaysAfterClosing * day}`);
  expect((await repeat()).link).toContain(token);
  await change('update form_submissions set closed_at = closed_at - 1');
  expect((await repeat()).link).toBeNull();
});

test('a message has no private link', async () => {
  const testApp = await createTestApp();
  const answer = await (await testApp.send(sampleMessages[0].formName, sampleMessages[0].data)).json();
  expect(answer).not.toHaveProperty('link');
});

test('the link moves its token into a cookie, and its page has another address', async () => {
  const { testApp, link } = await sentClaim();
  const response = await testApp.app.request(link);
  expect([response.status, response.headers.get('location')]).toEqual([303, '/your-claim']);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-robots-tag')).toContain('noindex');
  const cookie = response.headers.get('set-cookie') ?? '';
  for (const part of ['__Host-kerbside-claim=', 'HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure']) expect(cookie).toContain(part);
  const [row] = testApp.rows();
  expect(await testApp.services.readClaim(cookie.split(';')[0])).toEqual({
    kind: 'open',
    claim: {
      id: row?.id,
      reference: row?.reference,
      references: [row?.reference],
      folders: { [String(row?.id)]: row?.reference },
    },
  });
});

test('a claim is removed from a browser by our own page alone, with what it keeps for us', async () => {
  const { testApp } = await sentClaim();
  const post = (headers: Record<string, string>) => testApp.app.request(`${site}/your-claim/remove`, { method: 'POST', headers });
  const response = await post({ Origin: site });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/your-claim?link=removed']);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-kerbside-started=; Max-Age=0; Path=\//),
    expect.stringMatching(/^__Host-kerbside-claim=removed; Max-Age=60; Path=\/; HttpOnly/),
  ]);
  const ended = await testApp.app.request(`${site}/your-claim/removed`);
  expect([ended.status, ended.headers.getSetCookie()]).toEqual([
    204,
    [expect.stringMatching(/^__Host-kerbside-claim=; Max-Age=0; Path=\/; HttpOnly/)],
  ]);
  expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"');
  const foreign = await post({ Origin: 'https://other.example' });
  expect([foreign.status, foreign.headers.get('set-cookie'), foreign.headers.get('clear-site-data')]).toEqual([403, null, null]);
});

test('a mistyped link closes no page that was open before, and shows none', async () => {
  const { testApp, link } = await sentClaim();
  const other = link.endsWith('A') ? 'B' : 'A';
  for (const wrong of [`${site}/your-claim/garbage`, link.slice(0, -1), `${link.slice(0, -1)}${other}`]) {
    const response = await testApp.app.request(wrong);
    expect([response.status, response.headers.get('location'), response.headers.get('set-cookie')]).toEqual([
      303,
      '/your-claim?link=wrong',
      null,
    ]);
  }
});

test.each(['/', '//', '.', ')', ');', ';x', ',', '%20', '%20%20.', '.data', '%E2%80%9D', '>'])(
  'a link opens its claim with %s after it, which mail programs and people take for a part of it',
  async (after) => {
    const { testApp, link } = await sentClaim();
    const response = await testApp.app.request(`${link}${after}`);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/your-claim']);
    expect(response.headers.get('set-cookie')).toContain(`__Host-kerbside-claim=${link.split('/').at(-1)};`);
  },
);

test('without TLS the cookie is one that a browser accepts', async () => {
  const { testApp, link, token } = await sentClaim({ SITE_URL: 'http://127.0.0.1:3000' });
  const cookie = (await testApp.app.request(link)).headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^kerbside-claim=/);
  expect(cookie).not.toContain('Secure');
  expect(await stateOf(testApp, token, 'kerbside-claim')).toMatchObject({ kind: 'open' });
});

test('a token with one other character opens nothing', async () => {
  const { testApp, token } = await sentClaim();
  const other = token.endsWith('A') ? 'B' : 'A';
  for (const wrong of ['', 'x', token.slice(0, -1), `${token.slice(0, -1)}${other}`, `${token}A`, `ZZZZZZZZ${token.slice(8)}`])
    expect(await stateOf(testApp, wrong)).toEqual({ kind: 'unknown' });
});

test('a link of one claim does not open another', async () => {
  const { testApp, token } = await sentClaim();
  const other = await (await testApp.send(second?.formName, second?.data)).json();
  const mixed = `${String(other.reference).replace('-', '')}${token.slice(8)}`;
  expect(await stateOf(testApp, mixed)).toEqual({ kind: 'unknown' });
});

test('the link has ended 90 days after the claim was closed', async () => {
  const { testApp, token } = await sentClaim();
  await testApp.change(`update form_submissions set closed_at = ${testApp.clock.now}`);
  testApp.clock.now += linkDaysAfterClosing * day;
  expect(await stateOf(testApp, token)).toMatchObject({ kind: 'open' });
  testApp.clock.now += 1;
  expect(await stateOf(testApp, token)).toEqual({ kind: 'ended' });
});

test('a link that was revoked has ended, also once there is a new one', async () => {
  const { testApp, token } = await sentClaim();
  await testApp.change('update form_submissions set link_generation = 1, link_revoked_at = 1');
  expect(await stateOf(testApp, token)).toEqual({ kind: 'ended' });
  await testApp.change('update form_submissions set link_revoked_at = null');
  expect(await stateOf(testApp, token)).toEqual({ kind: 'ended' });
});

test('the link outlives a rotation of the secret, and erasure ends it', async () => {
  const [former, next] = ['former secret of thirty-two letters', 'another secret of thirty-two letters'];
  const { testApp } = await sentClaim({ AUTH_SECRET: next, AUTH_SECRET_PREVIOUS: former });
  const [row] = testApp.rows();
  const submission = { id: row?.id ?? '', reference: row?.reference ?? '', formName };
  const { services } = testApp;
  const [before, after] = [former, next].map((current) => {
    const app = { ...services.app, secrets: { current, previous: null } };
    return linkOf(app, submission)?.split('/').at(-1) ?? '';
  });
  expect(before).not.toBe(after);
  for (const token of [before ?? '', after ?? '']) expect(await stateOf(testApp, token)).toMatchObject({ kind: 'open' });
  await testApp.change('delete from jobs');
  await testApp.change('delete from form_submissions');
  expect(await stateOf(testApp, after ?? '')).toEqual({ kind: 'unknown' });
});
