import { describe, expect, test } from 'vitest';
import { createTestAuth, createTestBrowser, goodPassword, linkIn } from '#testing/create-test-staff.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { passwordProblem } from './passwords.ts';

const databases = testDatabases();
const minute = 60_000;
const email = 'hana@kerbside.example';

describe.each(engines)('passwords and roles on %s', (engine) => {
  // Hashing passwords takes its time by design: what does not depend on the engine is tried on one.
  const onOne = test.runIf(engine === 'sqlite');
  const open = async (options: Parameters<typeof createTestAuth>[1] = {}) =>
    createTestAuth(await databases.open(engine), options);

  test('a new password comes by mail, ends every session, and does not lead past the second factor', async () => {
    const { auth, join, emails } = await open();
    const { browser } = await join(email);
    await auth.requestReset('nobody@kerbside.example', null);
    expect(await emails('password-reset')).toEqual([]);
    await auth.requestReset(email, null);
    const [received] = await emails('password-reset');
    const token = linkIn(received).searchParams.get('token') ?? '';
    expect((await auth.reset(token, 'short')).kind).toBe('refused');
    expect(await auth.reset(token, 'another tram, another orbit')).toEqual({ kind: 'changed' });
    expect((await auth.reset(token, 'a third tram and orbit')).kind).toBe('refused');
    expect((await auth.read(browser.context(), { active: true })).kind).toBe('signed out');
    expect(await emails('password-changed')).toHaveLength(1);
    const again = createTestBrowser();
    expect((await auth.signIn({ email, password: goodPassword }, again.context())).kind).toBe('refused');
    expect((await auth.signIn({ email, password: 'another tram, another orbit' }, again.context())).kind).toBe('code required');
  });

  onOne('a password is changed with the old one; every other session ends, this one stays', async () => {
    const { auth, join, advance, emails } = await open();
    const { browser, staff, code } = await join(email);
    advance(minute);
    const phone = createTestBrowser('203.0.113.9');
    phone.saveCookies(await auth.signIn({ email, password: goodPassword }, phone.context()));
    phone.saveCookies(await auth.enterCode(code(), phone.context()));
    const change = (old: string, fresh: string) => auth.changePassword(staff, { old, new: fresh }, browser.context());
    expect(await change('not the old one', 'another tram, another orbit')).toMatchObject({ kind: 'refused', field: 'old' });
    expect(await change(goodPassword, 'short')).toMatchObject({ kind: 'refused', field: 'new' });
    expect(browser.saveCookies(await change(goodPassword, 'another tram, another orbit')).kind).toBe('changed');
    expect((await auth.read(browser.context(), { active: true })).kind).toBe('signed in');
    expect((await auth.read(phone.context(), { active: true })).kind).toBe('signed out');
    expect(await emails('password-changed')).toHaveLength(1);
  });

  test('the old password is not guessed in an open session: five wrong ones lock it, each on record, and one e-mail says so', async () => {
    const { auth, join, advance, emails, audit } = await open();
    const { browser, staff, code } = await join(email);
    const change = (old: string) => auth.changePassword(staff, { old, new: 'another tram, another orbit' }, browser.context());
    for (let i = 0; i < 5; i += 1) expect(await change(`guess ${i}`)).toMatchObject({ kind: 'refused', field: 'old' });
    for (const old of ['guess 5', goodPassword])
      expect(await change(old)).toMatchObject({ kind: 'refused', message: expect.stringContaining('Wait 15 minutes') });
    const events = await audit.newest({ before: null, subjectId: staff.id, limit: 100 });
    const failed = events.filter(({ action }) => action === 'password check failed');
    expect(failed).toHaveLength(5);
    expect(failed[0]).toMatchObject({ actor_id: staff.id });
    expect(await emails('account-locked')).toHaveLength(1);
    // They count as one with wrong sign-ins from the same browser.
    expect((await auth.signIn({ email, password: goodPassword }, browser.context())).kind).toBe('refused');
    advance(16 * minute);
    expect(browser.saveCookies(await change(goodPassword)).kind).toBe('changed');
    expect(
      browser.saveCookies(await auth.signIn({ email, password: 'another tram, another orbit' }, browser.context())).kind,
    ).toBe('code required');
    expect((await auth.enterCode(code(), browser.context())).kind).toBe('signed in');
  });

  test('an owner invites, changes roles and closes accounts; a handler does not; the last owner stays', async () => {
    const { auth, join, emails } = await open();
    const owner = await join('olu@kerbside.example', 'owner');
    const handler = await join(email);
    expect((await auth.accounts.invite(handler.staff, 'kim@kerbside.example', 'owner')).kind).toBe('refused');
    expect((await auth.accounts.setRole(handler.staff, handler.staff.id, 'owner')).kind).toBe('refused');
    expect(await auth.accounts.invite(owner.staff, 'kim@kerbside.example', 'handler')).toEqual({ kind: 'done' });
    expect(await emails('invitation')).toHaveLength(1);
    expect(await auth.accounts.close(owner.staff, owner.staff.id)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('needs an owner'),
    });
    expect(await auth.accounts.close(owner.staff, handler.staff.id)).toEqual({ kind: 'done' });
    expect((await auth.read(handler.browser.context(), { active: true })).kind).toBe('signed out');
    expect((await auth.signIn({ email, password: goodPassword }, createTestBrowser().context())).kind).toBe('refused');
  });

  onOne('nobody is invited by an address that the sign-in library would not take', async () => {
    const { auth, join } = await open();
    const { staff } = await join('olu@kerbside.example', 'owner');
    for (const wrong of [
      "kim'@kerbside.example",
      'kim@kerbside',
      '.kim@kerbside.example',
      'kim@-kerbside.example',
      'kim@kerbside.e',
    ]) {
      expect(await auth.accounts.invite(staff, wrong, 'handler'), wrong).toMatchObject({ kind: 'refused', field: 'email' });
      const invitation = new URL(await auth.invite({ id: null, name: 'Server' }, wrong, 'handler')).searchParams.get(
        'invitation',
      );
      const given = { invitation: invitation ?? '', name: 'Kim', password: goodPassword };
      expect(await auth.join(given, createTestBrowser().context()), wrong).toMatchObject({ kind: 'refused' });
    }
    expect(await auth.accounts.all()).toHaveLength(1);
    for (const right of ["k.o'neil+desk@kerbside.example", 'kim_1@sub.kerbside.example']) {
      expect(await auth.accounts.invite(staff, right, 'handler'), right).toEqual({ kind: 'done' });
      await join(right);
    }
  });

  onOne('who lost phone and recovery codes gets a new password by mail and sets up a new app', async () => {
    const { auth, join, emails } = await open();
    const owner = await join('olu@kerbside.example', 'owner');
    const { staff } = await join(email);
    await auth.accounts.resetFactors(owner.staff, staff.id);
    expect((await auth.signIn({ email, password: goodPassword }, createTestBrowser().context())).kind).toBe('refused');
    const [received] = await emails('password-reset');
    const token = linkIn(received).searchParams.get('token') ?? '';
    await auth.reset(token, 'another tram, another orbit');
    const browser = createTestBrowser();
    expect(
      browser.saveCookies(await auth.signIn({ email, password: 'another tram, another orbit' }, browser.context())).kind,
    ).toBe('enrolment required');
    expect((await auth.read(browser.context(), { active: true })).kind).toBe('enrolment required');
  });

  onOne('one address cannot try for ever', async () => {
    const { auth } = await open({ isLimited: true });
    const answers = [];
    for (let i = 0; i < 22; i += 1)
      answers.push(await auth.signIn({ email: `${i}@kerbside.example`, password: 'x' }, createTestBrowser().context()));
    expect(answers.at(-1)).toMatchObject({ message: expect.stringContaining('from your internet connection') });
  });
});

test('twelve characters of anything will do', () => {
  for (const text of ['correct horse battery', 'tram-velvet-orbit', '停车时被撞后我要一个很长的密码', 'x7Lq!9zRw#2v'])
    expect(passwordProblem(text)).toBeNull();
});

test('what is short, endless, or tried first is not taken, and the sentence says what to do', () => {
  expect(passwordProblem('short')).toBe('Choose a password of at least 12 characters.');
  expect(passwordProblem('a'.repeat(129))).toBe('Choose a password of at most 128 characters.');
  for (const text of ['aaaaaaaaaaaaaa', 'Password123456', 'qwertyuiop1234', 'Kerbside2026!!', 'letmein-letmein', '123456789012'])
    expect(passwordProblem(text), text).toContain('one of the first that would be tried');
  expect(passwordProblem('hana.novak.2026', ['hana', 'novak'])).toContain('one of the first that would be tried');
});
