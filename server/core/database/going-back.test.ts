// Protects: an upgrade of a SQLite store can be gone back from, also where that is interrupted; one of PostgreSQL is tried, and says what it breaks.
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { engines, testDatabases } from '#testing/databases.ts';
import { longTimeouts } from '#testing/postgres-server.ts';
import { loadStore } from '#testing/store-of-62fea7c3.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { breakingChanges, readSchema } from './breaking-changes.ts';
import { type UpgradeOrder, upgradeOrderName } from './going-back.ts';
import { migrate, openDatabase, openMigrated, pendingMigrations, unknownMigrations } from './open.ts';

const databases = testDatabases();
const kept = 'before-restore-2026-11-24T03-00-00-000Z';
const aside = 'before-restore-2026-11-24T03-00-01-000Z';

/** A store that is not up to date, and what the next start is asked for. */
async function earlierStore() {
  const dataDir = temporaryFolder();
  const place = { dataDir, databaseUrl: null };
  await loadStore(place);
  const order = (one: UpgradeOrder) => writeFileSync(join(dataDir, upgradeOrderName), JSON.stringify(one));
  const pending = async () => {
    const now = openDatabase(place);
    const names = await pendingMigrations(now);
    await now.close();
    return names;
  };
  return { dataDir, order, pending, start: async () => (await openMigrated(place)).close() };
}

test('the store is copied before its schema is changed, and comes back where that is asked for', async () => {
  const { dataDir, order, pending, start } = await earlierStore();
  const before = await pending();
  expect(before).not.toEqual([]);
  order({ keepIn: kept });
  await start();
  expect(await pending()).toEqual([]);
  expect(readdirSync(join(dataDir, kept))).toEqual(['kerbside.sqlite']);
  expect(existsSync(join(dataDir, upgradeOrderName))).toBe(false);

  order({ goBackTo: kept, aside });
  // Going back that was interrupted when the store had been moved away, and not yet replaced.
  mkdirSync(join(dataDir, aside));
  renameSync(join(dataDir, 'kerbside.sqlite'), join(dataDir, aside, 'kerbside.sqlite'));
  const database = openDatabase({ dataDir: join(dataDir, kept), databaseUrl: null });
  expect(await pendingMigrations(database)).toEqual(before);
  await database.close();
  await start();
  expect(existsSync(join(dataDir, upgradeOrderName))).toBe(false);
  expect(existsSync(join(dataDir, kept, 'kerbside.sqlite'))).toBe(false);
  expect(readdirSync(join(dataDir, aside))).toContain('kerbside.sqlite');
});

test('without a change of the schema nothing is copied', async () => {
  const { dataDir, order, start } = await earlierStore();
  await start();
  order({ keepIn: kept });
  await start();
  expect(existsSync(join(dataDir, kept))).toBe(false);
});

test.runIf(engines.length > 1)('on PostgreSQL the migrations are tried, and nothing of them is kept', async () => {
  const place = await databases.newPlace('postgres');
  await loadStore(place);
  const database = openDatabase(place, { noTimeouts: true, timeouts: longTimeouts });
  onTestFinished(() => database.close());
  const before = await pendingMigrations(database);
  await migrate(database, { isTrial: true });
  expect(await pendingMigrations(database)).toEqual(before);
  await sql`alter table messages add column reply_to text`.execute(database.db);
  await expect(migrate(database, { isTrial: true })).rejects.toThrow('reply_to');
});

test('a migration that this release does not have is named', async () => {
  const database = openDatabase(await databases.newPlace());
  onTestFinished(database.close);
  await migrate(database);
  expect(await unknownMigrations(database)).toEqual([]);
  await sql`insert into schema_migrations (name, timestamp) values ('9999-later', '2026')`.execute(database.db);
  expect(await unknownMigrations(database)).toEqual(['9999-later']);
});

const changes: [statement: string, breaking: string[]][] = [
  ['create table mottos (id text primary key, claim_id text unique references claims)', []],
  ['alter table claims add column motto text', []],
  ["alter table claims add column motto text not null default '' check (motto <> 'none')", []],
  ['alter table claims add column motto text not null', ['column motto of claims added']],
  ['alter table claims add check (phone <> id)', ['constraint claims_check of claims added']],
  ['alter table claims drop column phone', ['column phone of claims removed']],
  ['alter table claims alter column phone type varchar', ['column phone of claims changed']],
  ['alter table claims rename column phone to mobile', ['column phone of claims removed']],
  ['create index claims_by_phone on claims (phone)', ['index claims_by_phone of claims added']],
  [
    'drop table claims',
    ['column id of claims removed', 'column phone of claims removed', 'constraint claims_pkey of claims removed'],
  ],
];

test.runIf(engines.length > 1).each(changes)(
  'what the release before cannot run beside is named: %s',
  async (statement, breaking) => {
    const { db, close } = openDatabase(await databases.newPlace('postgres'));
    onTestFinished(close);
    const found = await db.transaction().execute(async (tx) => {
      await sql`create table claims (id text primary key, phone text)`.execute(tx);
      const before = await readSchema(tx);
      await sql.raw(statement).execute(tx);
      return breakingChanges(before, await readSchema(tx));
    });
    expect(found.toSorted()).toEqual(breaking);
  },
);
