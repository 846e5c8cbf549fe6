// Protects: a transaction cannot be nested, leave work behind or hold up others for ever.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAudit } from '#server/core/audit/audit.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import type { Database } from './database.ts';
import { isRowFault } from './group-commit.ts';
import { createSqliteDatabase, databaseFileName } from './sqlite.ts';
import { createMutex } from './sqlite-dialect.ts';
import { StoreBusyError } from './store-errors.ts';
import { beforeCommit, NestedTransactionError } from './transaction-scope.ts';

const databases = testDatabases();

describe.each(engines)('inside a transaction on %s', (engine) => {
  const nested = {
    'a second transaction': ({ write }) => write(async () => []),
    'a second transaction of the query builder': ({ db }) => db.transaction().execute(async () => []),
    'a write beside it': ({ db }) => db.deleteFrom('notes').execute(),
    'an audit event of its own': (database) =>
      createAudit({ database, now: Date.now }).record({ actor: olu, action: 'inbox viewed' }),
  } satisfies Record<string, (database: Database) => Promise<unknown>>;

  test.each(Object.entries(nested))('%s is refused at once, and the store goes on', async (_, work) => {
    const database = await databases.open(engine);
    await expect(database.write<unknown>(() => work(database))).rejects.toThrow(NestedTransactionError);
    await database.write((tx) => sql`delete from notes`.execute(tx));
  });

  test('work that a transaction started and did not wait for may write once it has ended', async () => {
    const database = await databases.open(engine);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const started: Promise<unknown>[] = [];
    await database.write(async () => {
      started.push(end.then(() => database.write((tx) => sql`delete from notes`.execute(tx))));
    });
    resolve();
    await Promise.all(started);
  });

  test('a step before the commit belongs to a transaction whose work goes on', async () => {
    const { db, write } = await databases.open(engine);
    await expect(db.transaction().execute(async (tx) => beforeCommit(tx, async () => {}))).rejects.toThrow();
    await expect(write(async (tx) => beforeCommit(tx, async () => beforeCommit(tx, async () => {})))).rejects.toThrow();
  });
});

test('a write that never ends holds others up until their time is over, and these are refused as unavailable', async () => {
  const path = join(temporaryFolder(), databaseFileName);
  const writer = new Sqlite(path);
  writer.exec('create table notes (id text)');
  const database = createSqliteDatabase(path, new Sqlite(path, { readonly: true }), writer, 50);
  onTestFinished(database.close);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const stuck = database.write(() => end);
  const refusals = await Promise.allSettled([1, 2, 3].map(() => database.write(async () => 'done')));
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 'rejected', reason: expect.any(StoreBusyError) });
    expect(isRowFault((refusal as PromiseRejectedResult).reason)).toBe(false);
  }
  resolve();
  await stuck;
  expect(await database.write(async () => 'done')).toBe('done');
});

test('writes that wait for maintenance are not refused, however long it takes', async () => {
  const acquire = createMutex(20);
  const release = await acquire({ forMaintenance: true });
  const waiting = [acquire(), acquire()];
  await pause(100);
  release();
  for (const one of waiting) (await one)();
});
