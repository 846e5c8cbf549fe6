// Protects: a member of staff changes their own account with both factors.
import { describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { codeFor, createTestAuth, createTestBrowser, goodPassword, linkIn } from '#testing/test-accounts.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

describe('one’s own account', () => {
  async function open() {
    const database = await databases.open();
    const testAuth = await createTestAuth(database);
    const hana = await testAuth.join(email);
    const other = createTestBrowser('203.0.113.9');
    testAuth.advance(minute);
    other.saveCookies(await testAuth.auth.signIn({ email, password: goodPassword }, other.context()));
    other.saveCookies(await testAuth.auth.enterCode(hana.code(), other.context()));
    testAuth.advance(minute);
    const comesIn = async (code: string, by: 'enterCode' | 'enterRecoveryCode' = 'enterCode') => {
      const browser = createTestBrowser('203.0.113.10');
      browser.saveCookies(await testAuth.auth.signIn({ email, password: goodPassword }, browser.context()));
      return browser.saveCookies(await testAuth.auth[by](code, browser.context())).kind;
    };
    return { ...testAuth, ...hana, other, comesIn };
  }

  test('a name can be changed and the change is recorded; an empty name is refused', async () => {
    const { auth, staff, browser, actions } = await open();
    expect(await auth.changeName(staff, '  ')).toMatchObject({ kind: 'refused', field: 'name' });
    expect(await auth.changeName(staff, ' Hana Nováková ')).toMatchObject({ kind: 'changed' });
    expect(await auth.read(browser.context(), { active: true })).toMatchObject({ staff: { name: 'Hana Nováková' } });
    expect((await actions())[0]).toBe('name changed');
  });

  test('an email address is changed with password and code; the old address is notified, and links sent to it no longer work', async () => {
    const { auth, join, staff, browser, code, advance, emails, actions } = await open();
    await join('olu@kerbside.example');
    const change = (given: { email?: string; password?: string; code?: string }) =>
      auth.changeEmail(
        staff,
        { email: 'novak@kerbside.example', password: goodPassword, code: code(), ...given },
        browser.context(),
      );
    for (const wrong of [
      '',
      'novak',
      'novak@',
      'nov ak@kerbside.example',
      "novak'@kerbside.example",
      email,
      'olu@kerbside.example',
    ])
      expect(await change({ email: wrong }), wrong).toMatchObject({ kind: 'refused', field: 'email' });
    expect(await change({ password: 'not the password' })).toMatchObject({ kind: 'refused', field: 'password' });
    expect(await change({ code: '000000' })).toMatchObject({ kind: 'refused', field: 'code' });
    await auth.requestReset(email, null);
    const token = linkIn((await emails('password-reset'))[0]).searchParams.get('token') ?? '';
    expect(await auth.isResetOpen(token)).toBe(true);

    expect(await change({})).toMatchObject({ kind: 'changed' });
    expect((await actions())[0]).toBe('email changed');
    expect(await emails('email-changed')).toMatchObject([{ recipient: email, details: '{"email":"novak@kerbside.example"}' }]);
    expect(await auth.isResetOpen(token)).toBe(false);
    expect((await auth.reset(token, 'another tram, another orbit')).kind).toBe('refused');
    expect(await change({ email: 'third@kerbside.example' })).toMatchObject({ message: expect.stringContaining('used already') });
    advance(minute);
    const again = createTestBrowser();
    expect((await auth.signIn({ email, password: goodPassword }, again.context())).kind).toBe('refused');
    again.saveCookies(await auth.signIn({ email: 'novak@kerbside.example', password: goodPassword }, again.context()));
    expect((await auth.enterCode(code(), again.context())).kind).toBe('signed in');
  });

  test('the authenticator is moved by the first code of the new one; the old one works until then and not after', async () => {
    const { auth, staff, browser, other, code, recoveryCodes, comesIn, advance, emails, actions } = await open();
    const begin = (given: { password?: string; code?: string }) =>
      auth.secondFactor.begin(staff, { password: goodPassword, code: code(), ...given }, browser.context());
    expect(await begin({ password: 'not the password' })).toMatchObject({ kind: 'refused', field: 'password' });
    expect(await begin({ code: '' })).toMatchObject({ kind: 'refused', field: 'code' });
    const begun = await begin({});
    if (begun.kind !== 'begun') throw new Error(begun.message);
    const { sealed, uri, recoveryCodes: fresh } = begun.enrolment;
    const confirm = (newCode: string) => auth.secondFactor.confirm(staff, { sealed, code: newCode }, browser.context());
    expect(await confirm('000000')).toMatchObject({ kind: 'refused', enrolment: { uri, recoveryCodes: fresh } });
    advance(minute);
    expect(await comesIn(code())).toBe('signed in');

    expect(browser.saveCookies(await confirm(codeFor(uri))).kind).toBe('set up');
    expect((await auth.read(browser.context(), { active: true })).kind).toBe('signed in');
    expect((await auth.read(other.context(), { active: true })).kind).toBe('signed out');
    expect((await actions())[0]).toBe('authenticator moved');
    expect(await emails('authenticator-moved')).toMatchObject([{ recipient: email }]);
    expect(await confirm(codeFor(uri)), 'a second time').toMatchObject({ kind: 'refused', enrolment: null });
    advance(minute);
    expect(await comesIn(code())).toBe('refused');
    expect(await comesIn(recoveryCodes[0] ?? '', 'enterRecoveryCode')).toBe('refused');
    expect(await comesIn(codeFor(uri))).toBe('signed in');
    expect(await comesIn(fresh[0] ?? '', 'enterRecoveryCode')).toBe('signed in');
  });

  test('without the old phone the authenticator is moved with a recovery code, which is then used up', async () => {
    const { auth, staff, browser, recoveryCodes } = await open();
    const given = { password: goodPassword, code: ` ${recoveryCodes[0]} ` };
    expect((await auth.secondFactor.begin(staff, given, browser.context())).kind).toBe('begun');
    expect(await auth.secondFactor.begin(staff, given, browser.context())).toMatchObject({ kind: 'refused', field: 'code' });
  });

  test('an enrolment is valid for its own account alone, and for ten minutes', async () => {
    const { auth, join, staff, browser, code, advance } = await open();
    const olu = await join('olu@kerbside.example');
    const begun = await auth.secondFactor.begin(staff, { password: goodPassword, code: code() }, browser.context());
    if (begun.kind !== 'begun') throw new Error(begun.message);
    const { sealed, uri } = begun.enrolment;
    expect([new URL(uri).searchParams.get('issuer'), uri.includes('+')]).toEqual([site.brand, false]);
    const over = { kind: 'refused', enrolment: null };
    const confirm = (text: string, who = staff, ask = browser.context()) =>
      auth.secondFactor.confirm(who, { sealed: text, code: codeFor(uri) }, ask);
    expect(await confirm(sealed, olu.staff, olu.browser.context())).toMatchObject(over);
    for (const forged of ['', 'made up', `${sealed}00`]) expect(await confirm(forged)).toMatchObject(over);
    advance(11 * minute);
    expect(await confirm(sealed)).toMatchObject(over);
  });

  test('new recovery codes replace the previous ones', async () => {
    const { auth, staff, browser, code, recoveryCodes, comesIn, emails, actions } = await open();
    const make = (given: { password?: string; code?: string }) =>
      auth.secondFactor.makeRecoveryCodes(staff, { password: goodPassword, code: code(), ...given }, browser.context());
    expect(await make({ password: 'not the password' })).toMatchObject({ kind: 'refused', field: 'password' });
    const made = await make({});
    if (made.kind !== 'made') throw new Error(made.message);
    expect(new Set(made.recoveryCodes).size).toBe(10);
    for (const one of made.recoveryCodes) expect(one).toMatch(/^[3-9ac-z]{5}-[3-9ac-z]{5}$/);
    expect((await actions())[0]).toBe('recovery codes made');
    expect(await emails('recovery-codes-made')).toMatchObject([{ recipient: email }]);
    expect(await comesIn(recoveryCodes[0] ?? '', 'enterRecoveryCode')).toBe('refused');
    expect(await comesIn(made.recoveryCodes[0] ?? '', 'enterRecoveryCode')).toBe('signed in');
    expect(await comesIn(made.recoveryCodes[0] ?? '', 'enterRecoveryCode')).toBe('refused');
  });

  test('wrong codes in a session are limited as at sign-in', async () => {
    const { auth, staff, browser, code } = await open();
    const make = (given: string) =>
      auth.secondFactor.makeRecoveryCodes(staff, { password: goodPassword, code: given }, browser.context());
    for (let i = 0; i < 5; i += 1) expect(await make('000000')).toMatchObject({ kind: 'refused', field: 'code' });
    expect(await make(code())).toMatchObject({ kind: 'refused', message: expect.stringContaining('Wait 15 minutes') });
  });
});
