// Protects: an upgrade of the schema on PostgreSQL ends no transaction of a running instance, and holds none up for long.
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines, testDatabases } from '#testing/databases.ts';
import { query } from '#testing/postgres-server.ts';
import { loadStore } from '#testing/store-of-62fea7c3.ts';
import { until } from '#testing/until.ts';
import { withTablesLocked } from './lock-tables.ts';
import { migrate, openDatabase } from './open.ts';

const databases = testDatabases();

describe.skipIf(engines.length === 1)('an upgrade on PostgreSQL beside an instance', () => {
  async function openEarlier() {
    const place = await databases.newPlace('postgres');
    await loadStore(place);
    const database = openDatabase(place, { noTimeouts: true });
    onTestFinished(database.close);
    const url = place.databaseUrl ?? '';
    const instance = new pg.Client(url);
    await instance.connect();
    onTestFinished(() => instance.end());
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    const untilWaiting = () => until('the upgrade to wait', async () => (await query(url, waiting)).length > 0);
    return { database, url, instance, untilWaiting };
  }

  test('that works on a claim and then on its files: both succeed', async () => {
    const { database, instance, untilWaiting } = await openEarlier();
    await instance.query('begin; select id from form_submissions for update');
    const migrated = migrate(database);
    await untilWaiting();
    await instance.query('delete from evidence; delete from jobs; commit');
    await migrated;
    await database.db.selectFrom('evidence').select('id').execute();
  });

  test('that reads for long: others read and write meanwhile, within the limit of a request', async () => {
    const { database, url, instance, untilWaiting } = await openEarlier();
    await instance.query('begin; select id from form_submissions');
    let isMigrated = false;
    const migrated = migrate(database).then(() => {
      isMigrated = true;
    });
    await untilWaiting();
    for (let times = 0; times < 2; times += 1)
      await query(url, "set statement_timeout = 4000; delete from form_submissions where id = 'none'");
    expect(isMigrated).toBe(false);
    await instance.query('commit');
    await migrated;
  });

  test('that never lets go: the upgrade is given up, with what to do, and nothing was changed', async () => {
    const { database, instance } = await openEarlier();
    await instance.query('begin; select id from form_submissions');
    const times = { limitMs: 50, longLimitMs: 50, longEvery: 5, pauseMs: 10, giveUpAfterMs: 200 };
    let upgrades = 0;
    const upgrade = async () => {
      upgrades += 1;
    };
    const work = { needsLocks: async () => true, upgrade };
    await expect(withTablesLocked(database, work, times)).rejects.toThrow('other connections hold its tables');
    expect(upgrades).toBe(0);
    await instance.query('commit');
    await withTablesLocked(database, work, times);
    expect(upgrades).toBe(1);
  });
});
