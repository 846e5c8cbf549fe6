// Protects: an index on a table with rows is built once, while the table is written to.
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '#testing/databases.ts';
import { copyPostgresTemplate, copySqliteTemplate } from '#testing/migrated-databases.ts';
import { query } from '#testing/postgres-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { buildIndexes } from './concurrent-indexes.ts';
import { openDatabase } from './open.ts';

const index = { name: 'tombstones_by_time', on: 'tombstones (erased_at) where erased_at > 0' };

function open(place: Parameters<typeof openDatabase>[0]) {
  const database = openDatabase(place, { noTimeouts: true });
  onTestFinished(database.close);
  return database;
}

test('on SQLite an index is built once', async () => {
  const dataDir = temporaryFolder();
  await copySqliteTemplate(dataDir);
  const database = open({ dataDir, databaseUrl: null });
  for (let times = 0; times < 2; times += 1) await buildIndexes(database, [index]);
  const { rows } = await sql`select name from sqlite_master where name = ${index.name}`.execute(database.db);
  expect(rows).toEqual([{ name: index.name }]);
});

describe.skipIf(engines.length === 1)('on PostgreSQL', () => {
  const insert = (id: string) =>
    `insert into tombstones (id, reference, form_name, erased_at, erased_by, reason) values ('${id}', '${id}', 'f', 1, 'b', 'r')`;
  const validity = (url: string) => query(url, `select indisvalid from pg_index where indexrelid = to_regclass('${index.name}')`);
  const building = "select 1 from pg_stat_activity where query like 'create index concurrently %' and state = 'active'";

  test('instances that start together build an index once, and the table is written to meanwhile', async () => {
    const databaseUrl = await copyPostgresTemplate();
    const writer = new pg.Client(databaseUrl);
    await writer.connect();
    onTestFinished(() => writer.end());
    await writer.query('begin');
    await writer.query(insert('before'));
    const instances = [1, 2, 3].map(() => open({ dataDir: '', databaseUrl }));
    const built = Promise.all(instances.map((instance) => buildIndexes(instance, [index])));
    await until('the building to wait for the open transaction', async () => (await query(databaseUrl, building)).length === 1);
    // With the lock of a plain `create index` in the queue this would wait for the open transaction too.
    await query(databaseUrl, insert('meanwhile'));
    await writer.query('commit');
    await built;
    expect(await validity(databaseUrl)).toEqual([{ indisvalid: true }]);
  });

  test('an index whose building was interrupted is built anew', async () => {
    const databaseUrl = await copyPostgresTemplate();
    const database = open({ dataDir: '', databaseUrl });
    await buildIndexes(database, [index]);
    await query(databaseUrl, `update pg_index set indisvalid = false where indexrelid = '${index.name}'::regclass`);
    await buildIndexes(database, [index]);
    expect(await validity(databaseUrl)).toEqual([{ indisvalid: true }]);
  });
});
