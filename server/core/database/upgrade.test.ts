// Protects: an upgrade of a store keeps every row, waits for no lock that lasts, and can be repeated after it was interrupted.
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { engine, testDatabases } from '#testing/databases.ts';
import { longTimeouts } from '#testing/postgres-server.ts';
import { concurrentIndexes } from './concurrent-indexes.ts';
import type { Database } from './database.ts';
import { migrate, newestMigration, openDatabase, pendingMigrations } from './open.ts';

/** The last migration of the release that owners have. */
const released = '0063-sources';

const databases = testDatabases();

async function openReleased(): Promise<Database> {
  const database = openDatabase(await databases.newPlace(), { noTimeouts: true, timeouts: longTimeouts });
  onTestFinished(database.close);
  await migrate(database, { upTo: released });
  return database;
}

/** The tables of the store: on PostgreSQL tests have a clock beside them. */
const tablesOf = async ({ db }: Database) => (await db.introspection.getTables()).filter(({ schema }) => schema !== 'test');

/** Stores a row in each table, with a value in each column. */
async function fillTables(database: Database): Promise<void> {
  const tables = await tablesOf(database);
  const [withoutReferences, withThem] = {
    sqlite: ['pragma foreign_keys = off', 'pragma foreign_keys = on'],
    postgres: ['set session_replication_role = replica', 'reset session_replication_role'],
  }[database.engine] as [string, string];
  await database.db.connection().execute(async (db) => {
    await sql.raw(withoutReferences).execute(db);
    for (const { name, columns } of tables) {
      const values = columns.map(({ dataType }) => (/text|json/i.test(dataType) ? "'{}'" : '1'));
      const names = columns.map((column) => `"${column.name}"`);
      await sql.raw(`insert into ${name} (${names}) values (${values}) on conflict do nothing`).execute(db);
    }
    await sql.raw(withThem).execute(db);
  });
}

async function rowsOf(database: Database): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const { name } of await tablesOf(database))
    rows[name] = (await sql`select * from ${sql.table(name)}`.execute(database.db)).rows;
  return rows;
}

/** The names of all indexes, by the table that each is on. */
async function indexesOf({ db, engine }: Database): Promise<{ on: string; name: string }[]> {
  const source =
    engine === 'sqlite'
      ? 'tbl_name as "on", name from sqlite_master where type = \'index\''
      : 'tablename as "on", indexname as name from pg_indexes';
  return (await sql<{ on: string; name: string }>`select ${sql.raw(source)}`.execute(db)).rows;
}

test('every row of the release before is there after it, also where it did not get to its end at first', async () => {
  const database = await openReleased();
  await fillTables(database);
  const before = { rows: await rowsOf(database), pending: await pendingMigrations(database) };
  expect(Object.values(before.rows).filter((rows) => (rows as unknown[]).length === 0)).toEqual([]);
  // One of the migrations fails in its middle.
  await sql`alter table inbound_emails add column reply_to text`.execute(database.db);
  await expect(migrate(database)).rejects.toThrow('reply_to');
  expect(await pendingMigrations(database)).toEqual(before.pending);
  await sql`alter table inbound_emails drop column reply_to`.execute(database.db);
  await migrate(database);
  expect(await pendingMigrations(database)).toEqual([]);
  // Columns that are new are beside those of before, which instances of the release before go on to read and write.
  expect(await rowsOf(database)).toMatchObject(before.rows);
});

test('its migrations build no index of a table with rows while they hold its lock: all of them are built after them', async () => {
  const database = await openReleased();
  const tables = (await tablesOf(database)).map(({ name }) => name);
  const ofThem = async () => (await indexesOf(database)).filter(({ on }) => tables.includes(on));
  const before = await ofThem();
  await migrate(database, { upTo: newestMigration });
  expect(await ofThem()).toEqual(before);
  await migrate(database);
  const names = (await ofThem()).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(concurrentIndexes.flatMap(({ name, only = engine }) => (only === engine ? name : []))),
  );
});

test('no further migration changes rows while it holds the locks of all tables', () => {
  const folder = new URL('migrations/', import.meta.url);
  const change = /\bupdate \w+\s+set\b|\bdelete from\b|\binsert into\b|\.(updateTable|deleteFrom|insertInto|mergeInto)\(/i;
  const later = readdirSync(folder).filter((name) => name > `${released}.ts` && /^\d/.test(name));
  expect(later.filter((name) => change.test(readFileSync(new URL(name, folder), 'utf8')))).toEqual([]);
});
