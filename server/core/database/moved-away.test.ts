// Protects: a store of PostgreSQL that was moved keeps no command waiting, and one that cannot be marked as moved is moved all the same.
import { expect, test } from 'vitest';
import { readEnv } from '#server/core/settings/env.ts';
import { openCommandApp } from '#server/open-app.ts';
import { moveData } from '#server/operations/backup/copy.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { query } from '#testing/postgres-server.ts';
import { until } from '#testing/until.ts';
import { openMigrated } from './open.ts';

const databases = testDatabases();
const onPostgres = engines.includes('postgres');

async function newSource() {
  const place = await databases.newPlace('postgres');
  const url = place.databaseUrl as string;
  await (await openMigrated(place)).close();
  return { place, url, name: new URL(url).pathname.slice(1) };
}

test.runIf(onPostgres)(
  'a command that is told of the move leaves no connection open, for which it would have to wait',
  async () => {
    const { place, url, name } = await newSource();
    await moveData(place, await databases.newPlace('sqlite'));
    const env = readEnv({ DATA_DIR: place.dataDir, DATABASE_URL: url });
    await expect(openCommandApp(env)).rejects.toThrow('was moved to');
    const sessions = `select 1 from pg_stat_activity where datname = '${name}'`;
    await until('no session', async () => (await query(new URL('postgres', url).href, sessions)).length === 0, 15_000);
  },
);

test.runIf(onPostgres)(
  'a read-only database, as of a disk that is nearly full, is moved, and that it was not marked is said',
  async () => {
    const { place, url, name } = await newSource();
    await query(url, `alter database ${name} set default_transaction_read_only = on`);
    const said: string[] = [];
    const sums = await moveData(place, await databases.newPlace('sqlite'), (sentence) => said.push(sentence));
    expect([sums.length > 0, said]).toEqual([true, [expect.stringContaining('could not be marked as moved (cannot execute')]]);
  },
);
