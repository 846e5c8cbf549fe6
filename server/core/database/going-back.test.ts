// Protects: an upgrade of a SQLite store can be gone back from, also where going back is interrupted, and one of PostgreSQL can be tried.
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { engines, testDatabases } from '#testing/databases.ts';
import { longTimeouts } from '#testing/postgres-server.ts';
import { loadStore } from '#testing/store-of-62fea7c3.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { type UpgradeOrder, upgradeOrderName } from './going-back.ts';
import { migrate, openDatabase, openMigrated, pendingMigrations } from './open.ts';

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
