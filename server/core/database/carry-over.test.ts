// Protects: a store of commit 62fea7c3 is carried over whole, or left as it was; and one of any other state is refused.
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { verifyChain } from '#server/core/audit/verify-chain.ts';
import { backUp, restore } from '#server/operations/backup/back-up.ts';
import { checksumAll } from '#server/operations/backup/copy.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { longTimeouts } from '#testing/postgres-server.ts';
import { loadStore, ownerOfStore } from '#testing/store-of-62fea7c3.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { codeFor, createTestAuth, createTestBrowser, goodPassword } from '#testing/test-accounts.ts';
import type { Database, Engine } from './database.ts';
import { migrate, openDatabase, openMigrated, pendingMigrations } from './open.ts';

const databases = testDatabases();

/** What nothing reads any more. */
const droppedTables = ['acknowledgements', 'claimant_messages', 'search_terms', 'message_terms', 'search_state'];
const droppedColumns = ['form_submissions.reminded_hours'];

const renamed = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('kept for somebody under 21', 'kept longer') : value;

type Rows = Record<string, Record<string, unknown>[]>;

const keyOf = ({ id, name, submission_id, segment, term, number }: Rows[string][number]) =>
  [id, name, submission_id, segment, term, number].join(' ');
const byKey = (a: Rows[string][number], b: Rows[string][number]) => (keyOf(a) < keyOf(b) ? -1 : 1);

async function rowsOf({ db }: Database): Promise<Rows> {
  const rows: Rows = {};
  for (const { name, schema } of await db.introspection.getTables())
    if (schema !== 'test' && !name.startsWith('schema_'))
      rows[name] = (await sql<Rows[string][number]>`select * from ${sql.table(name)}`.execute(db)).rows.toSorted(byKey);
  return rows;
}

/** Everything that the schema has, each in a line; names of columns are in no order. */
async function schemaOf({ db, engine }: Database): Promise<string[]> {
  const queries = {
    sqlite: [
      `select t.name, c.name as column, lower(c.type) as type, c."notnull", c.dflt_value, c.pk
        from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'`,
      `select t.name, f.* from sqlite_schema t join pragma_foreign_key_list(t.name) f`,
      `select name, replace(replace(lower(sql), '"', ''), ' ', '') as sql from sqlite_schema where type <> 'table'`,
    ],
    postgres: [
      `select table_name, column_name, data_type, is_nullable, column_default, collation_name, is_identity from information_schema.columns
        where table_schema = 'public'`,
      `select indexdef from pg_indexes where schemaname = 'public'`,
      `select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace`,
      `select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
      `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`,
    ],
  }[engine];
  const lines: string[] = [];
  for (const query of queries) {
    const { rows } = await sql.raw<Record<string, unknown>>(query).execute(db);
    lines.push(...rows.map((row) => JSON.stringify(row).replaceAll(/\s|\\n/g, '')));
  }
  return lines.toSorted();
}

describe.each(engines)('on %s', (engine: Engine) => {
  async function open(isLoaded = true): Promise<Database> {
    const place = await databases.newPlace(engine);
    if (isLoaded) await loadStore(place);
    const database = openDatabase(place, { noTimeouts: true, timeouts: longTimeouts });
    afterAll(database.close);
    return database;
  }

  test('its schema becomes that of a new store, and each of its rows is there with all that it had', async () => {
    const [database, fresh] = [await open(), await open(false)];
    const before = await rowsOf(database);
    // On PostgreSQL three tables had been left for releases of before, which never wrote into this one.
    const empty = Object.keys(before).filter((name) => before[name]?.length === 0);
    expect(empty.toSorted()).toEqual(engine === 'sqlite' ? [] : ['message_terms', 'search_state', 'search_terms']);
    await migrate(database);
    await migrate(fresh);
    expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
    const after = await rowsOf(database);
    expect(Object.keys(before).filter((name) => !(name in after))).toEqual(
      droppedTables.filter((name) => name in before).toSorted(),
    );
    for (const [name, rows] of Object.entries(after)) {
      const expected = (before[name] ?? []).map((row) => {
        const kept = Object.entries(row).filter(([column]) => !droppedColumns.includes(`${name}.${column}`));
        return Object.fromEntries(name === 'audit_events' ? kept : kept.map(([column, value]) => [column, renamed(value)]));
      });
      expect(rows, name).toHaveLength(expected.length);
      expect(rows, name).toMatchObject(expected);
    }
  });

  test('carrying it over that fails leaves it as it was, and can be repeated', async () => {
    const database = await open();
    const before = await rowsOf(database);
    await sql`alter table indexed_submissions add column terms_version integer`.execute(database.db);
    await expect(migrate(database)).rejects.toThrow('terms_version');
    expect(await pendingMigrations(database)).toEqual(['0001-baseline']);
    await sql`alter table indexed_submissions drop column terms_version`.execute(database.db);
    expect(await rowsOf(database)).toEqual(before);
    await migrate(database);
    expect(await pendingMigrations(database)).toEqual([]);
  });

  test.each([
    ['an earlier commit', `delete from kysely_migration where name = '0063-sources'`],
    ['a later one', `insert into kysely_migration values ('0064-film-time', '2026-11-25T00:00:00.000Z')`],
  ])('a store of %s is refused, with what to do, and nothing of it is changed', async (_, change) => {
    const database = await open();
    await sql.raw(change).execute(database.db);
    const before = await rowsOf(database);
    await expect(migrate(database)).rejects.toThrow('bring it to that commit first, or restore a backup of it');
    expect(await rowsOf(database)).toEqual(before);
  });

  test('its audit trail verifies, its owner signs in by both factors, and its claims are read and found', async () => {
    const database = await open();
    const noted = (await verifyChain(database)) as { head: string };
    await migrate(database);
    expect(await verifyChain(database, noted.head)).toMatchObject({ kind: 'whole', events: 80 });
    const { auth, advance } = await createTestAuth(database, { hasFullHashCost: true });
    advance(day);
    const { email, recoveryCode, uri } = ownerOfStore;
    for (const isCode of [true, false]) {
      const { saveCookies, context } = createTestBrowser();
      saveCookies(await auth.signIn({ email, password: goodPassword }, context()));
      const entered = isCode ? auth.enterCode(codeFor(uri), context()) : auth.enterRecoveryCode(recoveryCode, context());
      expect(await entered).toMatchObject({ kind: 'signed in' });
    }
    const { desk } = await createTestDesk(database);
    await desk.indexNow();
    const { rows } = await desk.inbox(olu, { search: 'Świątek' });
    expect(rows).toHaveLength(1);
    for (const { id } of (await desk.inbox(olu, {})).rows) expect(await desk.submission(olu, id)).toMatchObject({ id });
  });

  test('a backup of it restores, through the same', async () => {
    const place = { dataDir: temporaryFolder(), databaseUrl: null };
    await loadStore(place);
    // As that commit made it: its manifest names no tables that this one does not know.
    const folder = join(temporaryFolder(), 'backup');
    await backUp(place, folder);
    const target = await databases.newPlace(engine);
    await restore(folder, target, { replace: false });
    const restored = await openMigrated(target, { timeouts: longTimeouts });
    onTestFinished(restored.close);
    expect(await verifyChain(restored)).toMatchObject({ kind: 'whole', events: 80 });
    const counts = Object.fromEntries((await checksumAll(restored)).map(({ table, rows }) => [table, rows]));
    expect(counts).toMatchObject({ form_submissions: 16, jobs: 63, done_actions: 34, evidence: 4, site_versions: 2 });
  });
});
