// Protects: while another process locks the SQLite file over two batches of claims, none is lost and none stored twice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { NewSubmission } from '#server/claims/stored-submission.ts';
import { createSubmissionStore, type Stored } from '#server/claims/submission-store.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { copySqliteTemplate } from '#testing/migrated-databases.ts';
import { memoryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSqliteDatabase, databaseFileName } from './sqlite.ts';

/** As many as two full batches and half a one. */
const claims = () => Array.from({ length: 40 }, () => claimFrom());
const batchSize = 16;

/** A store whose claims wait for so long for a lock, as `accept` gives them to it. */
async function openStore(lockTimeoutMs: number) {
  const dataDir = memoryFolder();
  await copySqliteTemplate(dataDir);
  const path = join(dataDir, databaseFileName);
  const database = createSqliteDatabase(path, new Sqlite(path, { readonly: true }), new Sqlite(path), lockTimeoutMs);
  onTestFinished(database.close);
  const file = database.file as NonNullable<typeof database.file>;
  const { commitInThread } = file;
  const given = { batches: 0 };
  file.commitInThread = (work) => {
    given.batches += 1;
    return commitInThread(work);
  };
  const { insertAll, batches } = createSubmissionStore(database);
  expect(batches).toEqual({ limit: batchSize, atOnce: 2 });
  return {
    path,
    given,
    send: createGroupCommit<NewSubmission, Stored>({ commit: insertAll, ...batches }),
    storedIds: async () => {
      const rows = await database.db.selectFrom('form_submissions').select('id').orderBy('id').execute();
      return rows.map(({ id }) => id);
    },
  };
}

function lock(path: string) {
  const other = new Sqlite(path);
  other.exec('begin immediate');
  return () => other.close();
}

const idsOf = (sent: NewSubmission[]) => sent.map(({ id }) => id).toSorted();
const kindsOf = (outcomes: Stored[]) => [...new Set(outcomes.map(({ kind }) => kind))];

test('a lock that ends after the first batch was refused refuses no other, and what is sent again is stored once', async () => {
  const { path, send, storedIds } = await openStore(700);
  const sent = claims();
  const unlock = lock(path);
  const [refused, others] = [sent.slice(0, batchSize), sent.slice(batchSize)];
  const first = Promise.allSettled(refused.map(send));
  const later = Promise.all(others.map(send));
  const reasons = (await first).map((one) => (one.status === 'rejected' ? one.reason.code : 'stored'));
  unlock();
  expect(reasons).toEqual(refused.map(() => 'SQLITE_BUSY'));
  expect(kindsOf(await later)).toEqual(['new']);
  expect(await storedIds()).toEqual(idsOf(others));
  expect(kindsOf(await Promise.all(others.map(send)))).toEqual(['duplicate']);
  expect(kindsOf(await Promise.all(refused.map(send)))).toEqual(['new']);
  expect(await storedIds()).toEqual(idsOf(sent));
});

test('a lock that lasts refuses every batch at its own limit, and leaves nothing half stored', async () => {
  const { path, send, storedIds } = await openStore(200);
  const sent = claims();
  const unlock = lock(path);
  const outcomes = await Promise.allSettled(sent.map(send));
  unlock();
  expect(outcomes.map(({ status }) => status)).toEqual(sent.map(() => 'rejected'));
  expect(await storedIds()).toEqual([]);
  expect(kindsOf(await Promise.all(sent.map(send)))).toEqual(['new']);
  expect(await storedIds()).toEqual(idsOf(sent));
});

test('where the process that holds the lock is killed, all claims that wait are stored', async () => {
  const { path, given, send, storedIds } = await openStore(60_000);
  const script = `
    const database = new (require('better-sqlite3'))(${JSON.stringify(path)});
    database.exec("begin immediate; delete from schema_migrations");
    process.stdout.write('locked');
    setInterval(() => {}, 1_000);`;
  const other = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void other.kill('SIGKILL'));
  expect(String(await Promise.race([once(other.stdout, 'data'), once(other, 'exit')]))).toBe('locked');
  const sent = claims();
  const outcomes = Promise.all(sent.map(send));
  await until('two batches to wait', () => given.batches === 2);
  expect(await storedIds()).toEqual([]);
  other.kill('SIGKILL');
  expect(kindsOf(await outcomes)).toEqual(['new']);
  expect(await storedIds()).toEqual(idsOf(sent));
});
