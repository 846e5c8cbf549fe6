// Protects: nothing but an owner's passkey, asked for here and now, begins a session.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { addPasskey, createAuthClient } from '#testing/auth-client.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { engine, testDatabases } from '#testing/databases.ts';
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts';
import { createTestAuth, createTestBrowser, goodPassword } from '#testing/test-accounts.ts';
import { until } from '#testing/until.ts';
import { eraseExpiredAccess } from './staff-store.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';
const oluEmail = 'olu@kerbside.example';
const refused = { status: 401, message: expect.any(String) };

describe('signing in with a passkey', () => {
  async function open(options: Parameters<typeof createTestAuth>[1] = {}, counts = true) {
    const database = await databases.open();
    const testAuth = await createTestAuth(database, options);
    const hana = await testAuth.join(email);
    testAuth.advance(minute);
    const authenticator = await addPasskey(testAuth.auth, hana, createSoftwareAuthenticator({ counts }));
    const newClient = (address = '203.0.113.8') => createAuthClient(testAuth.auth, createTestBrowser(address));
    const challenges = () => database.db.selectFrom('staff_challenges').selectAll().execute();
    return { ...testAuth, database, hana, authenticator, newClient, client: newClient(), challenges };
  }

  test('a challenge is good once, on every instance, in the browser that asked', async () => {
    const { database, authenticator, client, newClient, challenges } = await open();
    const first = await client.post('/passkey-options', {});
    const second = await client.post('/passkey-options', {});
    expect(first).toMatchObject({ rpId: 'kerbside.example', userVerification: 'required', allowCredentials: [] });
    const credential = authenticator.get(first);
    const unreadable = { credential: { ...credential, id: 'a\0', rawId: 'a\0' } };
    expect(await client.post('/passkey', unreadable)).toMatchObject(refused);
    expect(await newClient().post('/passkey', { credential }), 'another browser').toMatchObject(refused);
    expect(await client.post('/passkey', { credential }), 'after that').toMatchObject(refused);
    expect(await client.state()).toBe('signed out');
    const answer = { credential: authenticator.get(second) };
    const elsewhere = createAuthClient((await createTestAuth(database)).auth, client.browser);
    const cookie = new Map(client.browser.cookies);
    expect(await elsewhere.post('/passkey', answer)).toEqual({ status: 204 });
    expect(await client.state()).toBe('signed in');
    for (const [name, value] of cookie) client.browser.cookies.set(name, value);
    for (const again of [client, elsewhere]) expect(await again.post('/passkey', answer), 'a replay').toMatchObject(refused);
    expect(await challenges()).toEqual([]);
  });

  test('of two answers at the same moment one signs in', async () => {
    const { auth, database, authenticator, client } = await open({}, false);
    const options = await client.post('/passkey-options', {});
    const answer = { credential: authenticator.get(options) };
    const instances = [auth, (await createTestAuth(database)).auth].map((one) => {
      const browser = createTestBrowser('203.0.113.8');
      for (const [name, value] of client.browser.cookies) browser.cookies.set(name, value);
      return createAuthClient(one, browser);
    });
    const statuses = await Promise.all(instances.map(async (one) => (await one.post('/passkey', answer)).status));
    expect(statuses.toSorted()).toEqual([204, 401]);
  });

  test('a challenge is good for five minutes, and not for what it was not asked for', async () => {
    const { auth, hana, authenticator, client, advance } = await open();
    const options = await client.post('/passkey-options', {});
    advance(5 * minute);
    expect(await client.post('/passkey', { credential: authenticator.get(options) })).toMatchObject({
      message: expect.stringContaining('too long'),
    });
    const own = createAuthClient(auth, hana.browser);
    const toAdd = await own.post('/new-passkey-options', { password: goodPassword, code: hana.code() });
    expect(await own.post('/passkey', { credential: authenticator.get(toAdd) })).toMatchObject(refused);
    advance(minute);
    const toSignIn = await client.post('/passkey-options', {});
    expect(await client.signIn(authenticator, { challenge: toSignIn.challenge })).toEqual({ status: 204 });
  });

  test('an answer that is wrong in anything is refused, and counts as a failed sign-in', async () => {
    const { auth, join, authenticator, newClient, advance, actions } = await open();
    const olu = await join(oluEmail);
    advance(minute);
    const other = await addPasskey(auth, olu);
    const oluHandle = Buffer.from(olu.staff.id).toString('base64url');
    const wrong: [string, object, typeof authenticator][] = [
      ['another origin', { origin: 'https://desk.kerbside.example' }, authenticator],
      ['no TLS', { origin: 'http://kerbside.example' }, authenticator],
      ['another RP ID', { rpId: 'desk.kerbside.example' }, authenticator],
      ['no user verification', { isVerified: false }, authenticator],
      ['a frame of another site', { crossOrigin: true }, authenticator],
      ['the name of another account', { userHandle: oluHandle }, authenticator],
      ['no account', { userHandle: '' }, authenticator],
      ['the id of another passkey', { id: authenticator.id }, other],
      ['a passkey that nobody added', {}, createSoftwareAuthenticator()],
    ];
    for (const [what, lie, by] of wrong) {
      // Five failures lock the account.
      advance(16 * minute);
      const client = newClient();
      expect(await client.signIn(by, lie), what).toMatchObject(refused);
      expect(await client.state(), what).toBe('signed out');
      expect((await actions())[0], what).toBe('sign-in failed');
    }
    for (const credential of [null, 'x', {}, { ...authenticator.get({ challenge: 'x' }), response: {} }])
      expect(await newClient().post('/passkey', { credential })).toMatchObject(refused);
  });

  test('five failures lock the account for browsers that it does not know, as wrong passwords do', async () => {
    const { hana, authenticator, newClient, auth, emails } = await open();
    for (let i = 0; i < 5; i += 1) await newClient().signIn(authenticator, { isVerified: false });
    expect(await emails('account-locked')).toHaveLength(1);
    expect(await newClient().signIn(authenticator)).toMatchObject({ message: expect.stringContaining('Wait 15 minutes') });
    expect(await createAuthClient(auth, hana.browser).signIn(authenticator)).toEqual({ status: 204 });
  });

  test('a counter that does not grow is refused and recorded; one that stays at zero is not', async () => {
    const { authenticator, client, actions } = await open();
    expect(await client.signIn(authenticator, { counter: 8 })).toEqual({ status: 204 });
    for (const counter of [8, 3, 0]) {
      expect(await client.signIn(authenticator, { counter })).toMatchObject({ message: expect.stringContaining('a copy of it') });
      expect((await actions())[0]).toBe('passkey counter went back');
    }
    expect(await client.signIn(authenticator, { counter: 9 })).toEqual({ status: 204 });
  });

  test('the passkey of a closed account does not sign in, nor one of an account without a second factor', async () => {
    const { auth, join, database, hana, authenticator, client, advance, actions } = await open();
    await join(oluEmail, 'owner');
    const server = { id: null, name: 'Server' };
    await auth.accounts.close(server, hana.staff.id);
    expect(await client.signIn(authenticator)).toMatchObject(refused);
    expect((await actions())[0]).toBe('sign-in failed');
    await auth.accounts.open(server, hana.staff.id);
    const setFactor = (twoFactorEnabled: number) =>
      database.db.updateTable('staff').set({ twoFactorEnabled }).where('id', '=', hana.staff.id).execute();
    await setFactor(0);
    expect(await client.signIn(authenticator)).toMatchObject(refused);
    await setFactor(1);
    advance(minute);
    expect(await client.signIn(authenticator)).toEqual({ status: 204 });
  });

  test.skipIf(engine === 'sqlite')('an account that closes after its passkey was verified begins no session', async () => {
    const { database, hana, authenticator, client } = await open();
    const sessions = () => database.db.selectFrom('staff_sessions').selectAll().execute();
    const before = await sessions();
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    const signingIn = await database.db.transaction().execute(async (tx) => {
      await tx.updateTable('staff').set({ leftAt: 1 }).where('id', '=', hana.staff.id).execute();
      let isOver = false;
      const result = client.signIn(authenticator).finally(() => {
        isOver = true;
      });
      await until('the sign-in to wait', async () => isOver || (await waiting.execute(database.db)).rows.length > 0);
      return { result };
    });
    expect(await signingIn.result).toMatchObject(refused);
    expect(await sessions()).toEqual(before);
  });

  test('over a page that stays as it is, another person’s passkey begins no session', async () => {
    const { auth, join, authenticator, client, advance } = await open();
    const olu = await join(oluEmail);
    advance(minute);
    const theirs = await addPasskey(auth, olu);
    expect(await client.signIn(theirs, {}, { email })).toMatchObject({ message: expect.stringContaining('another account') });
    expect(await client.state()).toBe('signed out');
    expect(await client.signIn(authenticator, {}, { email })).toEqual({ status: 204 });
  });

  test('a flood of challenges does not fill the store, and those that expired are removed', async () => {
    const { database, client, advance, challenges } = await open();
    const end = Date.now() + minute;
    const many = Array.from({ length: 2_500 }, (_, index) => ({
      id: `${index}`,
      holder: 'x',
      staff_id: null,
      expires_at: end + index,
    }));
    for (let from = 0; from < many.length; from += 500)
      await database.db
        .insertInto('staff_challenges')
        .values(many.slice(from, from + 500))
        .execute();
    await client.post('/passkey-options', {});
    await client.post('/passkey-options', {});
    const kept = (await challenges()).map(({ id }) => id);
    expect(kept).toHaveLength(1_000);
    expect(kept).toContain('2499');
    advance(2 * minute);
    await client.post('/passkey-options', {});
    expect(await challenges()).toHaveLength(3);
    advance(6 * minute);
    await eraseExpiredAccess(database, Date.now());
    expect(await challenges()).toEqual([]);
  });

  test('challenges are limited by address, and for strangers together; known networks and browsers go on', async () => {
    const { auth, hana, newClient, authenticator, challenges } = await open({ isLimited: true });
    const network = '198.51.100.7';
    const own = createAuthClient(auth, createTestBrowser(network));
    for (const [name, value] of hana.browser.cookies) own.browser.cookies.set(name, value);
    expect(await own.signIn(authenticator)).toEqual({ status: 204 });
    const ask = async (address: string) => (await newClient(address).post('/passkey-options', {})).status;
    const oneAddress = await Promise.all(Array.from({ length: 30 }, () => ask('203.0.113.50')));
    expect(oneAddress.filter((status) => status === 200)).toHaveLength(20);
    for (let i = 0; i < 100; i += 1) await ask(`192.0.2.${i}`);
    expect(await ask('192.0.2.200')).toBe(401);
    expect((await challenges()).length).toBeLessThanOrEqual(61);
    expect(await ask(network)).toBe(200);
    expect(await createAuthClient(auth, hana.browser).signIn(authenticator), 'a known browser').toEqual({ status: 204 });
  });
});

test.each(['passkey-options', 'passkey', 'new-passkey-options', 'new-passkey'])(
  'only pages of the site itself post to /auth/%s, and only with a session where one is changed',
  async (name) => {
    const { post } = await createTestApp();
    const path = `/auth/${name}`;
    expect((await post(path, {})).status).toBe(403);
    for (const Origin of ['https://evil.example', 'https://blog.kerbside.example'])
      expect((await post(path, {}, { Origin })).status).toBe(403);
    const own = await post(path, {}, { Origin: 'https://kerbside.example' });
    expect(own.status).toBe(name === 'passkey-options' ? 200 : 401);
    expect(own.headers.get('cache-control')).toBe('no-store');
    const cookies = own.headers.getSetCookie();
    if (name === 'passkey-options')
      expect(cookies).toEqual([
        expect.stringMatching(/^__Host-kerbside-passkey=[\w-]{32}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      ]);
  },
);
