// Protects: passwords are long, not guessable, and changed only by their owner.
import { describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { createTestAuth, createTestBrowser, goodPassword, linkIn } from '#testing/test-accounts.ts';
import { passwordProblem } from './passwords.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

describe('passwords', () => {
  const open = async (options: Parameters<typeof createTestAuth>[1] = {}) =>
    await createTestAuth(await databases.open(), options);

  test('a link for a new password ends every session and still requires the second factor', async () => {
    const { auth, join, emails } = await open();
    const { browser } = await join(email);
    await auth.requestReset('nobody@kerbside.example', null);
    expect(await emails('password-reset')).toEqual([]);
    await auth.requestReset(email, null);
    const [received] = await emails('password-reset');
    expect(JSON.parse(received?.details ?? '{}')).toMatchObject({ authenticator: 'kept' });
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

  test('a password is changed with the old one; every other session ends and this one stays', async () => {
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

  test('five wrong passwords in a session lock the account, each is recorded, and one email is sent', async () => {
    const { auth, join, advance, emails, audit } = await open();
    const { browser, staff, code } = await join(email);
    const change = (old: string) => auth.changePassword(staff, { old, new: 'another tram, another orbit' }, browser.context());
    for (let i = 0; i < 5; i += 1) expect(await change(`guess ${i}`)).toMatchObject({ kind: 'refused', field: 'old' });
    for (const old of ['guess 5', goodPassword])
      expect(await change(old)).toMatchObject({ kind: 'refused', message: expect.stringContaining('Wait 15 minutes') });
    const events = await audit.newest({ before: null, subjectIds: [staff.id], limit: 100 });
    const failed = events.filter(({ action }) => action === 'password check failed');
    expect(failed).toHaveLength(5);
    expect(failed[0]).toMatchObject({ actor_id: staff.id });
    expect(await emails('account-locked')).toHaveLength(1);
    // These failures count together with wrong sign-ins from the same browser.
    expect((await auth.signIn({ email, password: goodPassword }, browser.context())).kind).toBe('refused');
    advance(16 * minute);
    expect(browser.saveCookies(await change(goodPassword)).kind).toBe('changed');
    expect(
      browser.saveCookies(await auth.signIn({ email, password: 'another tram, another orbit' }, browser.context())).kind,
    ).toBe('code required');
    expect((await auth.enterCode(code(), browser.context())).kind).toBe('signed in');
  });

  test('attempts from one address are limited', async () => {
    const { auth } = await open({ isLimited: true });
    const answers = [];
    for (let i = 0; i < 22; i += 1)
      answers.push(await auth.signIn({ email: `${i}@kerbside.example`, password: 'x' }, createTestBrowser().context()));
    expect(answers.at(-1)).toMatchObject({ message: expect.stringContaining('from your internet connection') });
  });
});

test('any twelve characters are accepted', () => {
  for (const text of ['correct horse battery', 'tram-velvet-orbit', '停车时被撞后我要一个很长的密码', 'x7Lq!9zRw#2v'])
    expect(passwordProblem(text)).toBeNull();
});

test('a password that is the name of the business, or made of its words, is refused', () => {
  const words = site.brand.split(' ').filter((word) => word.length > 4);
  for (const text of [site.brand, site.brand.replaceAll(' ', ''), ...words, words.toReversed().join('-')])
    expect(passwordProblem(`${text}-2026-11-22`), text).toContain('one of the first that would be tried');
});

test('short, very long and common passwords are refused with a message that says what to do', () => {
  expect(passwordProblem('short')).toBe('Choose a password of at least 12 characters.');
  expect(passwordProblem('a'.repeat(129))).toBe('Choose a password of at most 128 characters.');
  for (const text of ['aaaaaaaaaaaaaa', 'Password123456', 'qwertyuiop1234', 'Kerbside2026!!', 'letmein-letmein', '123456789012'])
    expect(passwordProblem(text), text).toContain('one of the first that would be tried');
  expect(passwordProblem('hana.novak.2026', ['hana', 'novak'])).toContain('one of the first that would be tried');
  expect(passwordProblem('Sinead-OHara-2026', ['Sinead', "O'Hara"])).toContain('one of the first that would be tried');
});
