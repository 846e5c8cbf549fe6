// Protects: readiness is a write to the store, made once for all who ask.
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines, testDatabases } from '#testing/databases.ts';
import { query } from '#testing/postgres-server.ts';
import type { Database } from './database.ts';
import { openDatabase, openMigrated } from './open.ts';
import { createWriteProbe } from './write-probe.ts';

const databases = testDatabases();

describe.each(engines)('on %s', (engine) => {
  test('a store that can be written to is written to, once for all who ask at the same time', async () => {
    const database = await databases.open(engine);
    let writes = 0;
    const writeReserved: Database['writeReserved'] = (work) => {
      writes += 1;
      return database.writeReserved(work);
    };
    const before = database.file?.sizes().log;
    const probe = createWriteProbe({ engine, writeReserved }, 5_000);
    expect(await Promise.all([probe(), probe(), probe()])).toEqual([null, null, null]);
    expect([await probe(), writes]).toEqual([null, 1]);
    if (before !== undefined) expect(database.file?.sizes().log).toBeGreaterThan(before);
  });
});

test('the reason is said where it cannot be', async () => {
  const database = await databases.open('sqlite');
  await database.close();
  expect(await createWriteProbe(database, 5_000)()).toEqual({
    why: 'it cannot be written to',
    message: expect.stringContaining('not open'),
  });
});

test('a store that hangs is asked no second time', async () => {
  let writes = 0;
  const writeReserved = () => {
    writes += 1;
    return new Promise<never>(() => {});
  };
  const probe = createWriteProbe({ engine: 'sqlite', writeReserved }, 50);
  expect(await probe()).toEqual({ why: 'it does not answer in time', message: 'Nothing was written within 0.05 seconds.' });
  expect(await probe()).toEqual({ why: 'it does not answer in time', message: 'Nothing was written within 0.05 seconds.' });
  expect(writes).toBe(1);
});

const onPostgres = engines.includes('postgres');

test.runIf(onPostgres)('a read-only database is said to be that, and written to again once it can be', async () => {
  const { dataDir, databaseUrl } = await databases.newPlace('postgres');
  const url = databaseUrl as string;
  await (await openMigrated({ dataDir, databaseUrl })).close();
  const setReadOnly = (is: 'on' | 'off') =>
    query(url, `set transaction read write; alter database "${url.split('/').at(-1)}" set default_transaction_read_only = ${is}`);
  await setReadOnly('on');
  const database = openDatabase({ dataDir, databaseUrl });
  onTestFinished(() => database.close());
  const probe = () => createWriteProbe(database, 5_000)();
  expect(await probe()).toEqual({ why: expect.stringContaining('it is read-only'), message: expect.stringContaining('UPDATE') });
  await setReadOnly('off');
  // The session that was read-only is not used again.
  expect(await probe()).toBeNull();
});
