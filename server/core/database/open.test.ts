// Protects: a store that cannot be opened is named in one sentence, and one that can loses nothing.
import { copyFileSync, cpSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { freePort } from '#testing/free-port.ts';
import { createDatabase, findPostgres, query } from '#testing/postgres-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { sharedPostgresPort } from '#testing/test-run.ts';
import { acquireDataDirLock } from './data-dir.ts';
import { openDatabase, openMigrated } from './open.ts';
import { databaseFileName } from './sqlite.ts';

const open = (dataDir: string, databaseUrl: string | null = null) => openMigrated({ dataDir, databaseUrl });

test('a store that was closed opens again with what is in it', async () => {
  const dataDir = temporaryFolder();
  const claim = claimFrom();
  const first = await open(dataDir);
  await createSubmissionStore(first).insertAll([claim]);
  await first.close();
  const second = await open(dataDir);
  onTestFinished(second.close);
  expect(await createSubmissionStore(second).find(claim.id)).toMatchObject({ reference: claim.reference });
});

test('a commit is on the disk before it returns', async () => {
  const { db, close } = await open(temporaryFolder());
  onTestFinished(close);
  const value = async (name: string) => (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows;
  expect(await value('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  expect(await db.transaction().execute(async (tx) => (await sql`pragma synchronous`.execute(tx)).rows)).toEqual([
    { synchronous: 2 },
  ]);
});

test('a file that is no database, or a damaged one, is named in one sentence', async () => {
  const dataDir = temporaryFolder();
  const path = join(dataDir, databaseFileName);
  writeFileSync(path, 'This is a shopping list, and a long one. '.repeat(200));
  await expect(open(dataDir)).rejects.toThrow(
    `The database file ${path} cannot be used: it is damaged or not a database; restore`,
  );

  const other = temporaryFolder();
  const store = await open(other);
  await createSubmissionStore(store).insertAll(Array.from({ length: 200 }, () => claimFrom()));
  await store.close();
  const file = openSync(join(other, databaseFileName), 'r+');
  for (let page = 2; page < 40; page += 1) writeSync(file, Buffer.alloc(2_000, 0xab), 0, 2_000, page * 4_096 + 100);
  await expect(open(other)).rejects.toThrow(/it is damaged or not a database/);
});

test('every page is looked at after an end that was not in order, and neither after one that was nor by a command', async () => {
  const dataDir = temporaryFolder();
  const pragma = vi.spyOn(Sqlite.prototype, 'pragma');
  onTestFinished(() => pragma.mockRestore());
  const checkIntegrity = () => pragma.mock.calls.splice(0).some(([text]) => text.startsWith('quick_check'));
  const first = await open(dataDir);
  checkIntegrity();
  // The folder is copied as a kill leaves it.
  const killed = join(temporaryFolder(), 'data');
  cpSync(dataDir, killed, { recursive: true });
  await first.close();

  const second = await open(dataDir);
  expect(checkIntegrity()).toBe(false);
  await openDatabase({ dataDir, databaseUrl: null }).close();
  expect(checkIntegrity()).toBe(false);
  await second.close();
  const third = await open(killed);
  expect(checkIntegrity()).toBe(true);
  await third.close();
  await (await open(killed)).close();
  expect(checkIntegrity()).toBe(false);
  // The file is replaced by another one.
  copyFileSync(join(dataDir, databaseFileName), join(killed, databaseFileName));
  await (await open(killed)).close();
  expect(checkIntegrity()).toBe(true);
});

test('a folder that cannot be used is named in one sentence, with the setting', async () => {
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  for (const folder of [file, join(file, 'data')])
    await expect(open(folder)).rejects.toThrow(
      `The data folder ${folder} cannot be used: ${file} is no folder: set DATA_DIR to one`,
    );
  await expect(open('/proc/kerbside')).rejects.toThrow(
    /^The data folder \/proc\/kerbside cannot be used: .* set DATA_DIR to another/,
  );
});

test('a second process on the same folder waits for the first to go, and else says so', async () => {
  const dataDir = temporaryFolder();
  const store = await open(dataDir);
  expect(() => acquireDataDirLock(dataDir, 50)).toThrow(`Another Kerbside is using ${dataDir}`);
  await store.close();
  acquireDataDirLock(dataDir, 50).release();
});

test('a database of a later version is left alone', async () => {
  const dataDir = temporaryFolder();
  await (await open(dataDir)).close();
  const sqlite = new Sqlite(join(dataDir, databaseFileName));
  sqlite.exec("insert into schema_migrations values ('9999-the-future', '2031-01-01T00:00:00.000Z')");
  sqlite.close();
  await expect(open(dataDir)).rejects.toThrow('The database was made by a later version of Kerbside');
});

test('a PostgreSQL that is not there is named without its password', async () => {
  const port = await freePort();
  const failure = await open(temporaryFolder(), `postgres://kerbside:secret@127.0.0.1:${port}/leads`).catch(
    (error: Error) => error,
  );
  const sentence = `The PostgreSQL of DATABASE_URL (leads at 127.0.0.1:${port}) cannot be used: nothing listens there`;
  expect(failure).toMatchObject({ message: expect.stringContaining(sentence) });
  expect(String(failure)).not.toContain('secret');
});

test('a disk that fills while the store is open refuses, keeps what it has, and goes on when there is space', async () => {
  const store = await open(temporaryFolder());
  onTestFinished(store.close);
  const submissions = createSubmissionStore(store);
  const before = claimFrom();
  await submissions.insertAll([before]);
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.page_count ?? 0)}`.execute(store.db);
  // Few enough to be committed by the connection with the limit, and not by the thread.
  const long = { ...aoife, additionalInfo: 'long '.repeat(10_000) };
  const many = () => Array.from({ length: 5 }, () => claimFrom(long));
  await expect(submissions.insertAll(many())).rejects.toThrow(/full/);
  expect(await submissions.find(before.id)).not.toBeNull();
  await sql`pragma max_page_count = 1000000`.execute(store.db);
  expect(await submissions.insertAll(many())).toHaveLength(5);
});

test.skipIf(!findPostgres())('a PostgreSQL database that belongs to somebody else is refused with what to do', async () => {
  const theirs = new URL(await createDatabase(await sharedPostgresPort()));
  await query(theirs.href, 'create role visitor login');
  theirs.username = 'visitor';
  await expect(open(temporaryFolder(), theirs.href)).rejects.toThrow(
    /the user may not do that, so make it the owner with `alter database … owner to …` \(permission denied for its schema\)/,
  );
});
