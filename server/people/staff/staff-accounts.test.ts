// Protects: owners manage accounts, the last owner stays, and invitations work once.
import { describe, expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { createTestAuth, createTestBrowser, goodPassword, linkIn } from '#testing/test-accounts.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

describe('accounts of staff', () => {
  const open = async (options: Parameters<typeof createTestAuth>[1] = {}) =>
    await createTestAuth(await databases.open(), options);

  test('an owner invites, changes roles and closes accounts; a handler cannot; the last owner stays', async () => {
    const { auth, join, emails } = await open();
    const owner = await join('grace@kerbside.example', 'owner');
    const handler = await join(email);
    expect((await auth.accounts.invite(handler.staff, 'kim@kerbside.example')).kind).toBe('refused');
    expect((await auth.accounts.setRole(handler.staff, handler.staff.id, 'owner')).kind).toBe('refused');
    expect(await auth.accounts.invite(owner.staff, 'kim@kerbside.example')).toEqual({ kind: 'done' });
    expect(await emails('invitation')).toHaveLength(1);
    expect(await auth.accounts.close(owner.staff, owner.staff.id)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('needs an owner'),
    });
    expect(await auth.accounts.close(owner.staff, handler.staff.id)).toEqual({ kind: 'done' });
    expect((await auth.read(handler.browser.context(), { active: true })).kind).toBe('signed out');
    expect((await auth.signIn({ email, password: goodPassword }, createTestBrowser().context())).kind).toBe('refused');
  });

  test('nobody is invited at an address that no account can have', async () => {
    const { auth, join } = await open();
    const { staff } = await join('grace@kerbside.example', 'owner');
    for (const wrong of [
      "kim'@kerbside.example",
      'kim@kerbside',
      '.kim@kerbside.example',
      'kim@-kerbside.example',
      'kim@kerbside.e',
    ]) {
      expect(await auth.accounts.invite(staff, wrong), wrong).toMatchObject({ kind: 'refused', field: 'email' });
      const invitation = new URL(await auth.invite({ id: null, name: 'Server' }, wrong, 'handler')).searchParams.get(
        'invitation',
      );
      const given = { invitation: invitation ?? '', name: 'Kim', password: goodPassword };
      expect(await auth.join(given, createTestBrowser().context()), wrong).toMatchObject({ kind: 'refused' });
    }
    expect(await auth.accounts.all()).toHaveLength(1);
    for (const right of ["k.o'neil+desk@kerbside.example", 'kim_1@sub.kerbside.example']) {
      expect(await auth.accounts.invite(staff, right), right).toEqual({ kind: 'done' });
      await join(right);
    }
  });

  test('an invitation works once, for two days, and for its own address; without one nobody can join', async () => {
    const { auth, advance } = await open();
    const browser = createTestBrowser();
    const join = async (link: string) =>
      auth.join(
        { invitation: new URL(link).searchParams.get('invitation') ?? '', name: 'Kim', password: goodPassword },
        browser.context(),
      );
    const link = await auth.invite({ id: null, name: 'Server' }, email, 'handler');
    expect((await Promise.all([join(link), join(link)])).map(({ kind }) => kind).toSorted()).toEqual(['joined', 'refused']);
    expect(await join(link)).toMatchObject({ kind: 'refused', message: expect.stringContaining('was used or has run out') });
    const late = await auth.invite({ id: null, name: 'Server' }, 'late@kerbside.example', 'handler');
    advance(2 * 24 * 60 * minute + 1);
    expect((await join(late)).kind).toBe('refused');
    expect((await join('https://kerbside.example/desk/join?invitation=made-up')).kind).toBe('refused');
    expect((await auth.accounts.all()).map((one) => one.email)).toEqual([email]);
  });

  test('an owner can withdraw an invitation, and its link then no longer works', async () => {
    const { auth, join, emails, actions } = await open();
    const { staff } = await join(email);
    const owner = await join('grace@kerbside.example', 'owner');
    await auth.accounts.invite(owner.staff, 'kim@kerbside.example');
    const [invited] = await auth.accounts.invitations();
    const invitation = linkIn((await emails('invitation'))[0]).searchParams.get('invitation') ?? '';
    expect(await auth.accounts.withdrawInvitation(staff, invited?.id ?? '')).toMatchObject({ kind: 'refused' });
    expect(await auth.invitation(invitation)).not.toBeNull();
    expect(await auth.accounts.withdrawInvitation(owner.staff, invited?.id ?? '')).toEqual({ kind: 'done' });
    expect((await actions())[0]).toBe('invitation withdrawn');
    expect(await auth.invitation(invitation)).toBeNull();
    expect(await auth.join({ invitation, name: 'Kim', password: goodPassword }, createTestBrowser().context())).toMatchObject({
      kind: 'refused',
    });
    expect(await auth.accounts.withdrawInvitation(owner.staff, invited?.id ?? '')).toMatchObject({ kind: 'refused' });
  });

  test('a waiting email with an invitation that was withdrawn, or replaced by a newer one, is not sent', async () => {
    const { auth, join, emails } = await open();
    const owner = await join('grace@kerbside.example', 'owner');
    await auth.accounts.invite(owner.staff, 'kim@kerbside.example');
    await auth.accounts.invite(owner.staff, 'sam@kerbside.example');
    const [first] = (await emails('invitation')).filter(({ recipient }) => recipient === 'kim@kerbside.example');
    await auth.accounts.invite(owner.staff, 'kim@kerbside.example');
    const waiting = await emails('invitation');
    expect(waiting.map(({ recipient }) => recipient).toSorted()).toEqual(['kim@kerbside.example', 'sam@kerbside.example']);
    expect(waiting.map(({ id }) => id)).not.toContain(first?.id);
    const invitation = (await auth.accounts.invitations()).find((one) => one.email === 'kim@kerbside.example');
    await auth.accounts.withdrawInvitation(owner.staff, invitation?.id ?? '');
    expect((await emails('invitation')).map(({ recipient }) => recipient)).toEqual(['sam@kerbside.example']);
  });

  test('after both factors were reset, a new password by email and a new app are required', async () => {
    const { auth, join, emails } = await open();
    const owner = await join('grace@kerbside.example', 'owner');
    const { staff } = await join(email);
    await auth.accounts.resetFactors(owner.staff, staff.id);
    expect((await auth.signIn({ email, password: goodPassword }, createTestBrowser().context())).kind).toBe('refused');
    const [received] = await emails('password-reset');
    expect(JSON.parse(received?.details ?? '{}')).toMatchObject({ authenticator: 'none', resetBy: owner.staff.name });
    const token = linkIn(received).searchParams.get('token') ?? '';
    await auth.reset(token, 'another tram, another orbit');
    const browser = createTestBrowser();
    expect(
      browser.saveCookies(await auth.signIn({ email, password: 'another tram, another orbit' }, browser.context())).kind,
    ).toBe('enrolment required');
    expect((await auth.read(browser.context(), { active: true })).kind).toBe('enrolment required');
  });

  test('making an owner needs both factors; taking that away does not', async () => {
    const { auth, join, advance, actions } = await open();
    const owner = await join('grace@kerbside.example', 'owner');
    const { staff } = await join(email);
    advance(minute);
    const context = owner.browser.context();
    const roleOf = async () => (await auth.accounts.all()).find(({ id }) => id === staff.id)?.role;
    const right = { password: goodPassword, code: owner.code(), context };
    for (const [factors, field] of [
      [null, 'password'],
      [{ ...right, password: 'not the password' }, 'password'],
      [{ ...right, code: '12345x' }, 'code'],
    ] as const)
      expect(await auth.accounts.setRole(owner.staff, staff.id, 'owner', factors)).toMatchObject({ kind: 'refused', field });
    expect([await roleOf(), (await actions()).includes('role changed')]).toEqual(['handler', false]);
    expect(await auth.accounts.setRole(owner.staff, staff.id, 'owner', right)).toEqual({ kind: 'done' });
    expect(await roleOf()).toBe('owner');
    expect(await auth.accounts.setRole(owner.staff, staff.id, 'handler')).toEqual({ kind: 'done' });
    await auth.accounts.invite(owner.staff, 'kim@kerbside.example');
    expect(await auth.accounts.invitations()).toMatchObject([{ role: 'handler' }]);
  });

  test('nobody can take the name of a colleague, or of what is no account', async () => {
    const { auth, join } = await open();
    await join('grace@kerbside.example', 'owner', 'Grace Okafor');
    const { staff } = await join(email, 'handler', 'Hana Novak');
    for (const name of [
      'Grace Okafor',
      ' grace  OKAFOR',
      'Gráce Okafor',
      'G.race Okafor',
      'the claimant',
      'The сlaimant',
      'Тhе сӏаіmапт',
      'The\u2067 claimant',
      'The cIaimant',
      'Grace Okafor \u3164',
      'Somebody',
      '\u200b',
      '\u200d',
      '\u2800',
    ])
      expect(await auth.changeName(staff, name), name).toMatchObject({ kind: 'refused', field: 'name' });
    expect(await auth.changeName(staff, 'Hana NOVAK')).toMatchObject({ kind: 'changed' });
    expect(await auth.changeName(staff, 'Grace Okafor-Lee')).toMatchObject({ kind: 'changed' });
    const link = await auth.invite({ id: null, name: 'Server' }, 'olu@kerbside.example', 'handler');
    const invitation = new URL(link).searchParams.get('invitation') ?? '';
    const given = { invitation, name: 'Grace Okafor', password: goodPassword };
    expect(await auth.join(given, createTestBrowser().context())).toMatchObject({ kind: 'refused', field: 'name' });
  });

  test('of two who join under one name at the same time one is refused', async () => {
    const { auth, join } = await open();
    await join('grace@kerbside.example', 'owner', 'Grace Okafor');
    const links = await Promise.all(
      ['olu@kerbside.example', 'kim@kerbside.example'].map((address) =>
        auth.invite({ id: null, name: 'Server' }, address, 'handler'),
      ),
    );
    const joined = await Promise.all(
      links.map((link) => {
        const invitation = new URL(link).searchParams.get('invitation') ?? '';
        return auth.join({ invitation, name: 'Olu Adeyemi', password: goodPassword }, createTestBrowser().context());
      }),
    );
    expect(joined.map(({ kind }) => kind).toSorted()).toEqual(['joined', 'refused']);
  });

  test('two owners who close each other’s account at the same time leave one owner', async () => {
    const { auth, join } = await open();
    const [one, two] = [await join('grace@kerbside.example', 'owner'), await join(email, 'owner')];
    await Promise.all([auth.accounts.close(one.staff, two.staff.id), auth.accounts.setRole(two.staff, one.staff.id, 'handler')]);
    expect(await auth.accounts.owners()).toHaveLength(1);
  });

  test('what a role does not allow is refused every time, and recorded up to a limit', async () => {
    const { auth, join, advance, actions } = await open();
    const { staff } = await join(email);
    const post = () => auth.accounts.setRole(staff, staff.id, 'owner');
    const refusals = async () => (await actions()).filter((action) => action === 'access refused').length;
    for (let i = 0; i < 30; i += 1) expect(await post()).toMatchObject({ kind: 'refused' });
    expect(await refusals()).toBe(10);
    expect(await post()).toMatchObject({ message: expect.stringContaining('Wait') });
    advance(minute);
    await post();
    expect(await refusals()).toBe(11);
  });

  test('what a role does not allow is recorded with what it was', async () => {
    const { auth, join, audit } = await open();
    const { staff } = await join(email);
    await auth.accounts.invite(staff, 'kim@kerbside.example');
    await auth.accounts.setRole(staff, staff.id, 'owner');
    const [changed, invited] = await audit.newest({ before: null, subjectIds: null, limit: 2 });
    expect([invited, changed]).toMatchObject([
      { action: 'access refused', actor_id: staff.id, details: '{"to":"invited"}' },
      { action: 'access refused', actor_id: staff.id, details: '{"to":"role changed"}' },
    ]);
  });
});
