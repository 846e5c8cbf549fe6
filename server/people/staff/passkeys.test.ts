// Protects: a passkey is added and removed with both factors, and is then both factors itself, for its owner alone.
import { describe, expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { addPasskey, createAuthClient } from '#testing/auth-client.ts';
import { testDatabases } from '#testing/databases.ts';
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts';
import { createTestAuth, createTestBrowser, goodPassword } from '#testing/test-accounts.ts';
import { maxPasskeys } from './passkeys.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

describe('passkeys of one’s own account', () => {
  async function open() {
    const database = await databases.open();
    const testAuth = await createTestAuth(database);
    const hana = await testAuth.join(email);
    testAuth.advance(minute);
    return { ...testAuth, database, hana, staff: hana.staff, client: createAuthClient(testAuth.auth, hana.browser) };
  }

  test('a passkey that was added signs in without password or code, and its owner is told of both', async () => {
    const { auth, hana, staff, actions, emails, advance } = await open();
    const authenticator = await addPasskey(auth, hana, createSoftwareAuthenticator(), ' Lap\0top \r\n');
    expect(await auth.passkeys.list(staff)).toMatchObject([{ name: 'Laptop', created_at: Date.now(), last_used_at: null }]);
    expect((await actions())[0]).toBe('passkey added');
    expect(await emails('passkey-added')).toMatchObject([{ recipient: email, details: '{"name":"Laptop"}' }]);

    for (let times = 0; times < 2; times += 1) {
      advance(minute);
      const other = createAuthClient(auth, createTestBrowser('203.0.113.9'));
      expect(await other.signIn(authenticator)).toEqual({ status: 204 });
      expect(await auth.read(other.browser.context(), { active: true })).toMatchObject({ kind: 'signed in', staff });
      expect((await auth.sessions(staff))[0]).toMatchObject({ address: '203.0.113.9', browser: 'Test browser' });
      expect((await actions())[0]).toBe('signed in');
      expect(await auth.passkeys.list(staff)).toMatchObject([{ last_used_at: Date.now() }]);
    }
    expect(await client(auth).state()).toBe('signed out');
  });

  test('adding one needs both factors, and the session in which they were entered', async () => {
    const { auth, hana, client: own, join, advance } = await open();
    const olu = await join('olu@kerbside.example');
    const begin = (given: object) => own.post('/new-passkey-options', { password: goodPassword, code: hana.code(), ...given });
    expect(await begin({ password: 'not the password' })).toMatchObject({ status: 422, field: 'password' });
    expect(await begin({ code: '' })).toMatchObject({ status: 422, field: 'code' });
    expect(await client(auth).post('/new-passkey-options', { password: goodPassword, code: hana.code() })).toMatchObject({
      status: 401,
    });
    const options = await begin({});
    const other = createAuthClient(auth, createTestBrowser('203.0.113.9'));
    advance(minute);
    const factors = { email, password: goodPassword, code: hana.code() };
    const signedIn = other.browser.saveCookies(await auth.signInAgain(factors, other.browser.context()));
    expect(signedIn.kind).toBe('signed in');
    const made = createSoftwareAuthenticator();
    const given = { name: 'Laptop', credential: made.create(options) };
    expect(await other.post('/new-passkey', given), 'another session').toMatchObject({ status: 422 });
    expect(await own.post('/new-passkey', given), 'a second time').toMatchObject({ status: 422 });
    advance(minute);
    const again = await begin({});
    expect(
      await createAuthClient(auth, olu.browser).post('/new-passkey', { ...given, credential: made.create(again) }),
    ).toMatchObject({
      status: 422,
    });
    expect(await auth.passkeys.list(hana.staff)).toEqual([]);
    expect(await auth.passkeys.list(olu.staff)).toEqual([]);
  });

  test('a passkey is taken only as this site asked for it, and with user verification', async () => {
    const { auth, hana, client: own, advance } = await open();
    const add = async (lies: object, name = 'Laptop') => {
      advance(minute);
      const options = await own.post('/new-passkey-options', { password: goodPassword, code: hana.code() });
      expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
      return own.post('/new-passkey', { name, credential: createSoftwareAuthenticator().create(options, lies) });
    };
    const lies = [
      { origin: 'https://kerbside.example.evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { crossOrigin: true },
      { challenge: 'AAAA' },
      { hasCertificate: true },
    ];
    for (const lie of lies)
      expect(await add(lie), JSON.stringify(lie)).toMatchObject({ status: 422, message: expect.any(String) });
    expect(await add({}, ' ')).toMatchObject({ status: 422, field: 'name' });
    for (const credential of [null, 'x', {}, { response: { clientDataJSON: 'e30' } }])
      expect(await own.post('/new-passkey', { name: 'x', credential })).toMatchObject({ status: 422 });
    expect(await auth.passkeys.list(hana.staff)).toEqual([]);
    expect(await add({})).toMatchObject({ status: 204 });
  });

  test('a credential is added once for all accounts, and an account has a limited number', async () => {
    const { auth, hana, client: own, join, advance } = await open();
    const authenticator = await addPasskey(auth, hana);
    const olu = await join('olu@kerbside.example');
    advance(minute);
    await expect(addPasskey(auth, olu, { ...createSoftwareAuthenticator(), create: authenticator.create })).rejects.toThrow(
      'was added already',
    );
    const begin = () => {
      advance(minute);
      return own.post('/new-passkey-options', { password: goodPassword, code: hana.code() });
    };
    expect((await begin()).excludeCredentials).toMatchObject([{ id: authenticator.id }]);
    for (let count = 1; count < maxPasskeys - 1; count += 1) {
      advance(minute);
      await addPasskey(auth, hana);
    }
    const asked = [await begin(), await begin()];
    const added = [];
    for (const options of asked)
      added.push(await own.post('/new-passkey', { name: 'Last', credential: createSoftwareAuthenticator().create(options) }));
    const refused = { status: 422, message: expect.stringContaining('Remove one') };
    expect(added).toMatchObject([{ status: 204 }, refused]);
    expect(await begin()).toMatchObject(refused);
    expect(await auth.passkeys.list(hana.staff)).toHaveLength(maxPasskeys);
  });

  test('removing one needs both factors; it no longer signs in, and its owner is told', async () => {
    const { auth, hana, staff, join, advance, actions, emails } = await open();
    const authenticator = await addPasskey(auth, hana);
    const olu = await join('olu@kerbside.example');
    const [{ id = '' } = {}] = await auth.passkeys.list(staff);
    advance(minute);
    const remove = (given: object, member = hana) =>
      auth.passkeys.remove(member.staff, { id, password: goodPassword, code: member.code(), ...given }, member.browser.context());
    expect(await remove({ password: 'not the password' })).toMatchObject({ kind: 'refused', field: 'password' });
    expect(await remove({ code: '000000' })).toMatchObject({ kind: 'refused', field: 'code' });
    expect(await remove({}, olu)).toMatchObject({ kind: 'refused', field: null });
    expect(await remove({})).toEqual({ kind: 'removed', name: 'Laptop' });
    expect((await actions())[0]).toBe('passkey removed');
    expect(await emails('passkey-removed')).toMatchObject([{ recipient: email, details: '{"name":"Laptop"}' }]);
    expect(await client(auth).signIn(authenticator)).toMatchObject({ status: 401 });
    advance(minute);
    expect(await remove({})).toMatchObject({ kind: 'refused', field: null });
  });

  test('an owner who resets an account removes its passkeys, and one that is being made meanwhile is not added', async () => {
    const { auth, database, hana, staff, client: own, advance, emails } = await open();
    const authenticator = await addPasskey(auth, hana);
    advance(minute);
    const options = await own.post('/new-passkey-options', { password: goodPassword, code: hana.code() });
    const credential = createSoftwareAuthenticator().create(options);
    // The session is read before the reset, and the passkey stored after it.
    await database.db.updateTable('staff').set({ twoFactorEnabled: 0 }).where('id', '=', staff.id).execute();
    const late = await auth.passkeys.add(staff, { name: 'Late', credential }, hana.browser.context());
    expect(late).toMatchObject({ kind: 'refused', message: expect.stringContaining('was reset') });
    expect(await auth.passkeys.list(staff)).toHaveLength(1);
    await auth.accounts.resetFactors({ id: null, name: 'Server' }, staff.id);
    expect((await emails('password-reset'))[0]?.details).toContain('"authenticator":"none"');
    expect(await auth.passkeys.list(staff)).toEqual([]);
    expect(await client(auth).signIn(authenticator)).toMatchObject({ status: 401 });
  });

  const client = (auth: Parameters<typeof createAuthClient>[0]) => createAuthClient(auth, createTestBrowser('203.0.113.8'));
});
