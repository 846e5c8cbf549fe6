// Protects: codes work once, and attempts at the same time count one by one.
import { describe, expect, test, vi } from 'vitest';
import { minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { createTestAuth, createTestBrowser, goodPassword } from '#testing/test-accounts.ts';
import { runAttempt } from './attempts.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

describe('attacks on sign-in', () => {
  const open = async (options: Parameters<typeof createTestAuth>[1] = {}) =>
    await createTestAuth(await databases.open(), options);
  type Auth = Awaited<ReturnType<typeof open>>['auth'];
  const wrong = (auth: Auth, browser = createTestBrowser()) =>
    auth.signIn({ email, password: 'not the password' }, browser.context());

  test('a session with a password alone gets no access when the second factor is set up in another session', async () => {
    const { auth } = await open();
    const [owner, thief] = [createTestBrowser(), createTestBrowser()];
    const link = await auth.invite({ id: null, name: 'Server' }, email, 'handler');
    const invitation = new URL(link).searchParams.get('invitation') ?? '';
    owner.saveCookies(await auth.join({ invitation, name: 'Hana', password: goodPassword }, owner.context()));
    expect(thief.saveCookies(await auth.signIn({ email, password: goodPassword }, thief.context())).kind).toBe(
      'enrolment required',
    );
    const state = await auth.read(owner.context(), { active: true });
    if (state.kind !== 'enrolment required') throw new Error(state.kind);
    const begun = await auth.secondFactor.begin(state.staff, { password: goodPassword }, owner.context());
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    const { codeFor } = await import('#testing/test-accounts.ts');
    const { sealed, uri } = begun.enrolment;
    owner.saveCookies(await auth.secondFactor.confirm(state.staff, { sealed, code: codeFor(uri) }, owner.context()));
    expect((await auth.read(owner.context(), { active: true })).kind).toBe('signed in');
    expect((await auth.read(thief.context(), { active: true })).kind).toBe('signed out');
    expect(await auth.sessions(state.staff)).toHaveLength(1);
  });

  test('the code that set up the second factor does not sign in a second time', async () => {
    const { auth, join } = await open();
    const { code } = await join(email);
    const browser = createTestBrowser();
    browser.saveCookies(await auth.signIn({ email, password: goodPassword }, browser.context()));
    expect((await auth.enterCode(code(), browser.context())).kind).toBe('refused');
  });

  test('beside a session of one account, the first step of another accepts only the codes of that other account', async () => {
    const { auth, join, advance, audit } = await open();
    const olu = await join('olu@kerbside.example');
    const hana = await join(email);
    advance(minute);
    const own = [...olu.browser.cookies];
    olu.browser.saveCookies(await auth.signIn({ email, password: goodPassword }, olu.browser.context()));
    // Signing in removes the session cookie; an attacker can put it back.
    for (const [name, value] of own) olu.browser.cookies.set(name, value);
    expect((await auth.enterCode(olu.code(), olu.browser.context())).kind).toBe('refused');
    const about = await audit.newest({ before: null, subjectIds: [hana.staff.id], limit: 10 });
    expect(about.map(({ action }) => action)).not.toContain('signed in');
    expect((await auth.enterRecoveryCode(olu.recoveryCodes[0] ?? '', olu.browser.context())).kind).toBe('refused');
    expect(olu.browser.saveCookies(await auth.enterCode(hana.code(), olu.browser.context())).kind).toBe('signed in');
    expect(await auth.read(olu.browser.context(), { active: true })).toMatchObject({ staff: hana.staff });
  });

  test('one code in two requests at the same time works once', async () => {
    const { auth, join, advance } = await open();
    const { code } = await join(email);
    advance(minute);
    const browsers = [createTestBrowser('203.0.113.1'), createTestBrowser('203.0.113.2')];
    for (const browser of browsers) browser.saveCookies(await auth.signIn({ email, password: goodPassword }, browser.context()));
    const outcomes = await Promise.all(browsers.map((browser) => auth.enterCode(code(), browser.context())));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'signed in']);
  });

  test('attempts at the same time are counted like attempts one after the other', async () => {
    const { auth, join, actions } = await open();
    await join(email);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => wrong(auth)));
    expect(outcomes.filter((one) => one.kind === 'refused' && /Wait 15/.test(one.message))).toHaveLength(15);
    expect((await actions()).filter((action) => action === 'sign-in failed')).toHaveLength(5);
  });

  test('failures in unknown browsers do not lock out a known browser', async () => {
    const { auth, join, advance, emails } = await open();
    const hana = await join(email);
    const olu = await join('olu@kerbside.example');
    advance(minute);
    for (let i = 0; i < 5; i += 1) await wrong(auth);
    expect(await auth.signIn({ email, password: goodPassword }, createTestBrowser().context())).toMatchObject({
      kind: 'refused',
    });
    // The browser of another member of staff is unknown too, and so is one with a forged cookie.
    expect(await auth.signIn({ email, password: goodPassword }, olu.browser.context())).toMatchObject({ kind: 'refused' });
    const forged = { ...hana.browser.context(), cookie: `kerbside_browser=${hana.browser.cookies.get('kerbside_browser')}x` };
    expect(await auth.signIn({ email, password: goodPassword }, forged)).toMatchObject({ kind: 'refused' });

    const known = hana.browser;
    expect(known.saveCookies(await auth.signIn({ email, password: goodPassword }, known.context())).kind).toBe('code required');
    expect(known.saveCookies(await auth.enterCode(hana.code(), known.context())).kind).toBe('signed in');
    expect((await auth.signIn({ email, password: goodPassword }, createTestBrowser().context())).kind).toBe('refused');

    for (let i = 0; i < 5; i += 1) await wrong(auth, known);
    expect((await auth.signIn({ email, password: goodPassword }, known.context())).kind).toBe('refused');
    advance(16 * minute);
    for (let i = 0; i < 5; i += 1) await wrong(auth);
    expect(await emails('account-locked')).toHaveLength(2);
  });

  test('other events about an account neither lengthen nor lift its lock', async () => {
    const { auth, join, audit } = await open();
    const { staff } = await join(email);
    const handler = await join('olu@kerbside.example');
    for (let i = 0; i < 5; i += 1) await wrong(auth);
    for (let i = 0; i < 85; i += 1) await auth.accounts.setRole(handler.staff, staff.id, 'owner');
    expect(await wrong(auth)).toMatchObject({ message: expect.stringContaining('Wait 15 minutes') });
    // Events that others cause about the account must not lift the lock either.
    for (let i = 0; i < 85; i += 1)
      await audit.record({
        actor: handler.staff,
        action: 'access refused',
        subjectId: staff.id,
        details: { to: 'role changed' },
      });
    expect(await wrong(auth)).toMatchObject({ message: expect.stringContaining('Wait 15 minutes') });
  });

  test('a network of sixty-five thousand addresses has forty attempts, and then eight a minute', async () => {
    const { auth, join, advance, actions } = await open({ isLimited: true });
    await join(email);
    const from = (network: string, index: number) => createTestBrowser(`2001:db8:${network}:${index.toString(16)}::/64`);
    for (let index = 0; index < 50; index += 1)
      await auth.signIn({ email: `nobody${index}@kerbside.example`, password: 'not it' }, from('1', index).context());
    expect((await actions()).filter((action) => action === 'sign-in failed')).toHaveLength(40);
    expect(await wrong(auth, from('1', 60))).toMatchObject({ message: expect.stringContaining('Wait 8 seconds') });
    expect(await wrong(auth, from('2', 0))).toMatchObject({ message: expect.stringContaining('not right') });
    advance(8_000);
    expect(await wrong(auth, from('1', 60))).toMatchObject({ message: expect.stringContaining('not right') });
  });

  test('passwords are tried sixty times from all strangers together, and in known browsers always', async () => {
    const { auth, join, actions } = await open({ isLimited: true });
    const { browser } = await join(email);
    for (let index = 0; index < 70; index += 1)
      await auth.signIn(
        { email: `nobody${index}@kerbside.example`, password: 'not it' },
        createTestBrowser(`192.0.2.${index}`).context(),
      );
    expect((await actions()).filter((action) => action === 'sign-in failed')).toHaveLength(60);
    const stranger = createTestBrowser('198.51.100.1').context();
    expect(await auth.signIn({ email, password: goodPassword }, stranger)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('a browser or an internet connection with which you have signed in before'),
    });
    expect((await auth.signIn({ email, password: goodPassword }, browser.context())).kind).toBe('code required');
  });

  test('passwords of strangers are checked one at a time, and beside them those of known browsers', async () => {
    const { app } = await open();
    const begun: string[] = [];
    const first = Promise.withResolvers<void>();
    const attempt = (subjectId: string, knownBrowser: string | null = null) =>
      runAttempt(app, { subjectId, knownBrowser }, createTestBrowser().context(), async () => {
        begun.push(subjectId);
        if (subjectId === 'first') await first.promise;
      });
    const strangers = [attempt('first'), attempt('second')];
    // Each reads its lock in the store first; nothing says whose read ends first.
    await vi.waitFor(() => expect(begun).toEqual(['first']));
    await attempt('third', 'known');
    expect(begun).toEqual(['first', 'third']);
    first.resolve();
    await Promise.all(strangers);
    expect(begun).toEqual(['first', 'third', 'second']);
  });

  test('while the store is locked twenty strangers wait, the next are told so at once, and those who wait have their turn', async () => {
    const { app } = await open();
    const unlocked = Promise.withResolvers<void>();
    const run = (subjectId: string, knownBrowser: string | null = null) =>
      runAttempt(app, { subjectId, knownBrowser }, createTestBrowser().context(), async () => {
        if (knownBrowser === null) await unlocked.promise;
        return subjectId;
      });
    const names = Array.from({ length: 21 }, (_, index) => `stranger ${index}`);
    const waiting = names.map((name) => run(name));
    const late = Promise.all([run('late'), run('later')]);
    expect(await run('hana', 'known')).toBe('hana');
    unlocked.resolve();
    const refused = { kind: 'refused', message: expect.stringContaining('try again in a minute') };
    expect(await late).toEqual([refused, refused]);
    expect(await Promise.all(waiting)).toEqual(names);
    expect(await run('later')).toBe('later');
  });

  test('strangers who try all the time hold up no network from which somebody has signed in, in any browser', async () => {
    const { auth, join, advance } = await open({ isLimited: true });
    const { code } = await join(email);
    advance(minute);
    const office = createTestBrowser('2001:db8:7:1::/64');
    office.saveCookies(await auth.signIn({ email, password: goodPassword }, office.context()));
    expect(office.saveCookies(await auth.enterCode(code(), office.context())).kind).toBe('signed in');
    for (let index = 0; index < 70; index += 1)
      await auth.signIn(
        { email: `nobody${index}@kerbside.example`, password: 'not it' },
        createTestBrowser(`192.0.2.${index}`).context(),
      );
    const from = (address: string) => auth.signIn({ email, password: goodPassword }, createTestBrowser(address).context());
    expect((await from('198.51.100.1')).kind).toBe('refused');
    expect((await from('2001:db8:7:2::/64')).kind).toBe('code required');
  });

  test('a server with another secret says that it cannot read a second factor', async () => {
    const database = await databases.open();
    const { join, advance } = await createTestAuth(database);
    const { code, recoveryCodes } = await join(email);
    advance(minute);
    const { auth } = await createTestAuth(database, { secret: 'another secret of thirty-two chars' });
    const browser = createTestBrowser();
    browser.saveCookies(await auth.signIn({ email, password: goodPassword }, browser.context()));
    const refused = { kind: 'refused', message: expect.stringContaining('AUTH_SECRET') };
    expect(await auth.enterCode(code(), browser.context())).toMatchObject(refused);
    expect(await auth.enterRecoveryCode(recoveryCodes[0] ?? '', browser.context())).toMatchObject(refused);
  });
});
