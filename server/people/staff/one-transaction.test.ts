// Protects: a change to an account is stored with its audit event and e-mail, or not at all.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/core/database/database.ts';
import { testDatabases } from '#testing/databases.ts';
import { codeFor, createTestAuth, createTestBrowser, goodPassword, linkIn } from '#testing/test-accounts.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';
const anotherPassword = 'another tram, another orbit';

const written = ['jobs', 'audit_events'] as const;
const tables = [
  ...written,
  ...(['staff', 'staff_invitations', 'staff_accounts', 'staff_sessions', 'staff_two_factors'] as const),
] as const;

/** Every insertion into this table fails while `work` runs, as it would on a full disk or at the end of the process. */
async function whileFull(database: Database, table: (typeof written)[number], work: () => Promise<unknown>): Promise<void> {
  const { db, engine } = database;
  if (engine === 'postgres') {
    await sql`create or replace function no_room() returns trigger as $$ begin raise exception 'no room'; end $$ language plpgsql`.execute(
      db,
    );
    await sql`create trigger no_room before insert on ${sql.table(table)} execute function no_room()`.execute(db);
  } else {
    await sql`create trigger no_room before insert on ${sql.table(table)} begin select raise(abort, 'no room'); end`.execute(db);
  }
  try {
    await expect(work()).rejects.toThrow('no room');
  } finally {
    await (engine === 'postgres' ? sql`drop trigger no_room on ${sql.table(table)}` : sql`drop trigger no_room`).execute(db);
  }
}

async function everythingIn({ db }: Database): Promise<Record<string, unknown>> {
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()));
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]));
}

describe('a change and its consequences are one transaction', () => {
  async function open() {
    const database = await databases.open();
    const testAuth = await createTestAuth(database);
    return {
      ...testAuth,
      /** Makes the writes to each table fail in turn, which must leave nothing; then lets all succeed. */
      failsWhole: async (places: (typeof written)[number][], work: () => Promise<unknown>): Promise<unknown> => {
        const before = await everythingIn(database);
        for (const place of places) {
          await whileFull(database, place, work);
          expect(await everythingIn(database), `no room in ${place}`).toEqual(before);
        }
        return work();
      },
    };
  }

  test('an invitation is not stored without its email and its audit event', async () => {
    const { auth, join, failsWhole } = await open();
    const { staff } = await join('grace@kerbside.example', 'owner');
    await failsWhole(['jobs', 'audit_events'], () => auth.accounts.invite(staff, 'kim@kerbside.example'));
    expect(await auth.accounts.invitations()).toHaveLength(1);
  });

  test('an account is opened with its role, or not at all, and then the invitation stays valid', async () => {
    const { auth, failsWhole } = await open();
    const link = await auth.invite({ id: null, name: 'Server' }, email, 'owner');
    const invitation = new URL(link).searchParams.get('invitation') ?? '';
    const outcome = await failsWhole(['audit_events'], () =>
      auth.join({ invitation, name: 'Hana', password: goodPassword }, createTestBrowser().context()),
    );
    expect(outcome).toMatchObject({ kind: 'joined' });
    expect(await auth.accounts.all()).toMatchObject([{ email, role: 'owner' }]);
  });

  test('a password is not changed without its audit event and its email, with the old one or by a link', async () => {
    const { auth, join, emails, failsWhole } = await open();
    const { staff, browser } = await join(email);
    await failsWhole(['jobs', 'audit_events'], () =>
      auth.changePassword(staff, { old: goodPassword, new: anotherPassword }, browser.context()),
    );
    await failsWhole(['jobs', 'audit_events'], () => auth.requestReset(email, null));
    const token = linkIn((await emails('password-reset'))[0]).searchParams.get('token') ?? '';
    const outcome = await failsWhole(['jobs', 'audit_events'], () => auth.reset(token, goodPassword));
    expect(outcome).toMatchObject({ kind: 'changed' });
    expect(await emails('password-changed')).toHaveLength(2);
  });

  test('the failure that locks an account is not recorded without the email about it', async () => {
    const { auth, join, emails, actions, failsWhole } = await open();
    await join(email);
    const wrong = () => auth.signIn({ email, password: 'not the password' }, createTestBrowser().context());
    for (let i = 0; i < 4; i += 1) await wrong();
    await failsWhole(['jobs', 'audit_events'], wrong);
    expect((await actions()).filter((action) => action === 'sign-in failed')).toHaveLength(5);
    expect(await emails('account-locked')).toHaveLength(1);
  });

  test('both factors are not reset without the email with the link for a new password', async () => {
    const { auth, join, emails, failsWhole } = await open();
    const owner = await join('grace@kerbside.example', 'owner');
    const { staff } = await join(email);
    await failsWhole(['jobs', 'audit_events'], () => auth.accounts.resetFactors(owner.staff, staff.id));
    expect(await emails('password-reset')).toHaveLength(1);
  });

  test('a second factor is not set up without its audit event', async () => {
    const { auth, actions, failsWhole } = await open();
    const browser = createTestBrowser();
    const link = await auth.invite({ id: null, name: 'Server' }, email, 'handler');
    const invitation = new URL(link).searchParams.get('invitation') ?? '';
    browser.saveCookies(await auth.join({ invitation, name: 'Hana', password: goodPassword }, browser.context()));
    const state = await auth.read(browser.context(), { active: true });
    if (state.kind !== 'enrolment required') throw new Error(state.kind);
    const begun = await auth.secondFactor.begin(state.staff, { password: goodPassword }, browser.context());
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    const { sealed, uri } = begun.enrolment;
    await failsWhole(['audit_events'], () =>
      auth.secondFactor.confirm(state.staff, { sealed, code: codeFor(uri) }, browser.context()),
    );
    expect(await actions()).toContain('two factors set up');
  });
});
