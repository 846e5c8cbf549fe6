// Protects: a browser whose session a person ends, or whose account is closed, gets no push messages any more; one whose session ends by itself does.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { createTestAuth, createTestBrowser, goodPassword } from '#testing/test-accounts.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

/** Hana, signed in here and elsewhere, and told in both browsers; Olu, told in one. */
async function open() {
  const database = await databases.open();
  const testAuth = await createTestAuth(database);
  const { auth } = testAuth;
  const hana = await testAuth.join(email);
  const olu = await testAuth.join('olu@kerbside.example', 'owner');
  const other = createTestBrowser('203.0.113.9');
  testAuth.advance(minute);
  other.saveCookies(await auth.signIn({ email, password: goodPassword }, other.context()));
  other.saveCookies(await auth.enterCode(hana.code(), other.context()));
  testAuth.advance(minute);
  for (const [name, browser] of Object.entries({ here: hana.browser, elsewhere: other, olu: olu.browser })) {
    const state = await auth.read(browser.context(), { active: false });
    if (state.kind !== 'signed in') throw new Error(state.kind);
    const told = {
      id: name,
      staff_id: state.staff.id,
      session_id: state.session.id,
      endpoint: `https://fcm.googleapis.com/${name}`,
    };
    await database.db
      .insertInto('push_subscriptions')
      .values({ ...told, p256dh: '', auth: '', browser: null, site: '', created_at: 0 })
      .execute();
  }
  const told = async () =>
    (await database.db.selectFrom('push_subscriptions').select('id').orderBy('id').execute()).map(({ id }) => id);
  return { ...testAuth, hana, olu, other, told };
}

test('signing out ends it in that browser alone', async () => {
  const { auth, hana, told } = await open();
  await auth.signOut(hana.staff, hana.browser.context());
  expect(await told()).toEqual(['elsewhere', 'olu']);
});

test('a session that is ended from another browser, and signing out everywhere, end it there', async () => {
  const { auth, hana, other, told } = await open();
  const state = await auth.read(other.context(), { active: false });
  await auth.endSessions(hana.staff, state.kind === 'signed in' ? state.session.id : '');
  expect(await told()).toEqual(['here', 'olu']);
  await auth.endSessions(hana.staff, null);
  expect(await told()).toEqual(['olu']);
});

test('a changed password ends it in the other browsers', async () => {
  const { auth, hana, told } = await open();
  const changed = { old: goodPassword, new: 'another tram, another orbit' };
  expect(await auth.changePassword(hana.staff, changed, hana.browser.context())).toMatchObject({ kind: 'changed' });
  expect(await told()).toEqual(['here', 'olu']);
});

test('closing an account ends it in all its browsers, and a session that ends by itself in none', async () => {
  const { auth, hana, olu, other, advance, told } = await open();
  advance(40 * minute);
  expect((await auth.read(other.context(), { active: true })).kind).toBe('signed out');
  expect(await told()).toEqual(['elsewhere', 'here', 'olu']);
  expect(await auth.accounts.close(olu.staff, hana.staff.id)).toEqual({ kind: 'done' });
  expect(await told()).toEqual(['olu']);
});
