// Protects: staff sign in with two factors, and end their sessions.
import { describe, expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { createTestAuth, createTestBrowser, goodPassword, linkIn } from '#testing/test-accounts.ts';
import { authOf } from './auth.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

describe('accounts and sign-in', () => {
  const open = async (options: Parameters<typeof createTestAuth>[1] = {}) =>
    await createTestAuth(await databases.open(), options);

  test('an invited member of staff joins, sets up an app, and signs in again with password and code', async () => {
    const { auth, join, advance, actions } = await open();
    const { browser, staff, code } = await join(email, 'owner', 'Hana Novak');
    expect(await auth.read(browser.context(), { active: true })).toMatchObject({
      kind: 'signed in',
      staff: { email, role: 'owner', name: 'Hana Novak' },
    });

    advance(minute);
    const other = createTestBrowser();
    expect(
      other.saveCookies(await auth.signIn({ email: ' Hana@Kerbside.example ', password: goodPassword }, other.context())).kind,
    ).toBe('code required');
    expect((await auth.read(other.context(), { active: true })).kind).toBe('signed out');
    expect(other.saveCookies(await auth.enterCode(code(), other.context())).kind).toBe('signed in');
    expect(await auth.read(other.context(), { active: true })).toMatchObject({ kind: 'signed in', staff });
    expect(await actions()).toEqual(['signed in', 'two factors set up', 'joined', 'invited']);
  });

  test('a weak password is refused and the invitation stays valid', async () => {
    const { auth } = await open();
    const invitation =
      new URL(await auth.invite({ id: null, name: 'Server' }, email, 'handler')).searchParams.get('invitation') ?? '';
    const ask = createTestBrowser().context();
    expect(await auth.join({ invitation, name: 'Hana', password: 'hana12345678' }, ask)).toMatchObject({
      kind: 'refused',
      field: 'password',
    });
    expect((await auth.join({ invitation, name: 'Hana', password: goodPassword }, ask)).kind).toBe('joined');
  });

  test('responses do not disclose whether an account exists', async () => {
    const { auth, join } = await open();
    await join(email);
    const wrong = (address: string) =>
      auth.signIn({ email: address, password: 'not the password' }, createTestBrowser().context());
    expect(await wrong('nobody@kerbside.example')).toEqual(await wrong(email));
    for (let i = 0; i < 5; i += 1) await Promise.all([wrong(email), wrong('nobody@kerbside.example')]);
    expect(await wrong('nobody@kerbside.example')).toEqual(await wrong(email));
  });

  test('five failed sign-ins lock the account for 15 minutes, also over a restart, and its owner gets one email', async () => {
    const database = await databases.open();
    const { auth, join, advance, emails } = await createTestAuth(database);
    await join(email);
    const sign = (password: string, testAuth = auth) => testAuth.signIn({ email, password }, createTestBrowser().context());
    for (let i = 0; i < 5; i += 1) expect((await sign(`wrong ${i}`)).kind).toBe('refused');
    expect(await sign(goodPassword)).toMatchObject({ kind: 'refused', message: expect.stringContaining('Wait 15 minutes') });
    expect(await emails('account-locked')).toHaveLength(1);
    expect((await sign(goodPassword, (await createTestAuth(database)).auth)).kind).toBe('refused');
    advance(16 * minute);
    expect((await sign(goodPassword)).kind).toBe('code required');
  });

  test('wrong codes are limited, and a right code works once', async () => {
    const { auth, join, advance } = await open();
    const { code } = await join(email);
    advance(minute);
    const enter = async (digits: string) => {
      const browser = createTestBrowser();
      const first = browser.saveCookies(await auth.signIn({ email, password: goodPassword }, browser.context()));
      return first.kind === 'code required' ? auth.enterCode(digits, browser.context()) : first;
    };
    expect((await enter(code())).kind).toBe('signed in');
    expect(await enter(code())).toMatchObject({ kind: 'refused', message: expect.stringContaining('used already') });
    const wrong = code() === '123456' ? '654321' : '123456';
    for (let i = 0; i < 4; i += 1) await enter(wrong);
    advance(minute);
    expect(await enter(code())).toMatchObject({ kind: 'refused', message: expect.stringContaining('Too many tries') });
  });

  test('after a used code the next one is accepted, without the password again', async () => {
    const { auth, join, advance } = await open();
    const { code } = await join(email);
    advance(minute);
    const first = createTestBrowser();
    first.saveCookies(await auth.signIn({ email, password: goodPassword }, first.context()));
    expect((await auth.enterCode(code(), first.context())).kind).toBe('signed in');
    const second = createTestBrowser();
    second.saveCookies(await auth.signIn({ email, password: goodPassword }, second.context()));
    expect(await auth.enterCode(code(), second.context())).toMatchObject({
      message: expect.stringContaining('Wait for the next one'),
    });
    advance(minute / 2);
    expect((await auth.enterCode(code(), second.context())).kind).toBe('signed in');
  });

  test('a first step ends with its sign-in, and with a new password', async () => {
    const { app, auth, join, advance, emails } = await open();
    const { code } = await join(email);
    const stepOf = async (by = auth) => {
      const browser = createTestBrowser();
      const { kind } = browser.saveCookies(await by.signIn({ email, password: goodPassword }, browser.context()));
      return { kind, context: browser.context() };
    };
    advance(minute);
    const [first, second] = [await stepOf(), await stepOf()];
    expect((await auth.enterCode(code(), first.context)).kind).toBe('signed in');
    advance(minute);
    expect((await auth.enterCode(code(), first.context)).kind).toBe('expired');
    await auth.requestReset(email, null);
    const token = linkIn((await emails('password-reset'))[0]).searchParams.get('token') ?? '';
    const isRight = async (given: { hash: string; password: string }) => {
      const wasRight = await app.passwordHash.verify(given);
      await auth.reset(token, 'another tram, another orbit');
      return wasRight;
    };
    const slow = authOf({ ...app, passwordHash: { ...app.passwordHash, verify: isRight } });
    expect((await stepOf(slow)).kind).toBe('refused');
    expect((await auth.enterCode(code(), second.context)).kind).toBe('expired');
  });

  test('a recovery code works once; the second step without the first is refused', async () => {
    const { auth, join } = await open();
    const { recoveryCodes } = await join(email);
    expect(recoveryCodes).toHaveLength(10);
    const enter = async () => {
      const browser = createTestBrowser();
      browser.saveCookies(await auth.signIn({ email, password: goodPassword }, browser.context()));
      return auth.enterRecoveryCode(recoveryCodes[0] ?? '', browser.context());
    };
    expect((await enter()).kind).toBe('signed in');
    expect((await enter()).kind).toBe('refused');
    expect((await auth.enterCode('123456', createTestBrowser().context())).kind).toBe('expired');
  });

  test('a session ends after half an hour without a request and after eight hours in any case; requests of a live page do not renew it', async () => {
    const { auth, join, advance } = await open();
    const { browser } = await join(email);
    const read = async (active: boolean) => browser.saveCookies(await auth.read(browser.context(), { active })).kind;
    for (let i = 0; i < 3; i += 1) {
      advance(20 * minute);
      expect(await read(true)).toBe('signed in');
    }
    for (let i = 0; i < 2; i += 1) {
      advance(14 * minute);
      expect(await read(false)).toBe('signed in');
    }
    advance(5 * minute);
    expect(await read(true)).toBe('signed out');

    const { browser: long } = await join('olu@kerbside.example');
    for (let i = 0; i < 23; i += 1) {
      advance(20 * minute);
      expect(long.saveCookies(await auth.read(long.context(), { active: true })).kind).toBe('signed in');
    }
    advance(21 * minute);
    expect((await auth.read(long.context(), { active: true })).kind).toBe('signed out');
  });

  test('a forged cookie and a cookie signed with another secret are signed out', async () => {
    const database = await databases.open();
    const { join } = await createTestAuth(database);
    const { browser } = await join(email);
    const other = await createTestAuth(database, { secret: 'another secret of thirty-two chars' });
    expect((await other.auth.read(browser.context(), { active: true })).kind).toBe('signed out');
    const cookie = (browser.context().cookie ?? '').replace(
      /session_token=(.)/,
      (_, received) => `session_token=${received === 'a' ? 'b' : 'a'}`,
    );
    const { auth } = await createTestAuth(database);
    expect((await auth.read({ ...browser.context(), cookie }, { active: true })).kind).toBe('signed out');
  });

  test('signing out everywhere ends every session; one session can be ended alone', async () => {
    const { auth, join, advance, actions } = await open();
    const { browser, staff, code } = await join(email);
    advance(minute);
    const phone = createTestBrowser('203.0.113.9');
    phone.saveCookies(await auth.signIn({ email, password: goodPassword }, phone.context()));
    phone.saveCookies(await auth.enterCode(code(), phone.context()));
    const [newest] = await auth.sessions(staff);
    expect(await auth.sessions(staff)).toHaveLength(2);
    expect(newest).toMatchObject({ address: '203.0.113.9', browser: 'Test browser' });
    const events = (await actions()).length;
    expect(await auth.endSessions(staff, 'no session of theirs')).toBe(0);
    expect(await actions()).toHaveLength(events);
    await auth.endSessions(staff, newest?.id ?? '');
    expect((await auth.read(phone.context(), { active: true })).kind).toBe('signed out');
    await auth.endSessions(staff, null);
    expect((await auth.read(browser.context(), { active: true })).kind).toBe('signed out');
  });
});
