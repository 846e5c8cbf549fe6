// Protects: no claim is refused while another process writes to the SQLite file.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { emailQueue } from '#testing/databases.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { startSecondProcess } from '#testing/second-process.ts';
import { memoryFolder } from '#testing/temporary-folder.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import { openDatabase, openMigrated } from './open.ts';
import { databaseFileName } from './sqlite.ts';
import { requestLockMs } from './sqlite-dialect.ts';

/** How long the tests have a request wait for the lock of another process. */
const requestMs = 50;

async function openStore() {
  expect(requestLockMs).toBe(5_000);
  // A disk that stands still for seconds while another process holds the lock would be longer than claims wait.
  const dataDir = memoryFolder();
  const database = await openMigrated({ dataDir, databaseUrl: null });
  onTestFinished(database.close);
  return { dataDir, path: join(dataDir, databaseFileName), database, submissions: createSubmissionStore(database) };
}

test.each([1, 50])('no claim is refused while another process writes every %i ms', async (writesEveryMs) => {
  const writeBeside = async () => {
    const { path, database, submissions } = await openStore();
    const second = await startSecondProcess(path, { writesEveryMs });
    onTestFinished(second.stop);
    const audit = createAudit({ database, now: Date.now });
    const outbox = emailQueue(database);
    const claims = Array.from({ length: 150 }, () => claimFrom());
    const refused: unknown[] = [];
    const accepted = new Set<string>();
    for (const [number, claim] of claims.entries()) {
      const writes = await Promise.allSettled([
        submissions.insertAll([claim]),
        audit.record({ actor: { id: null, name: 'Somebody' }, action: 'assigned', subjectId: claim.id }),
        number % 20 === 0 && outbox.lease(Date.now(), 60_000, 5),
      ]);
      refused.push(...writes.filter(({ status }) => status === 'rejected'));
      if (writes[0].status === 'fulfilled') accepted.add(claim.id);
      await pause(2);
    }
    await second.stop();
    const rows = await database.read((db) => db.selectFrom('form_submissions').select('id').execute());
    const stored = new Set(rows.map(({ id }) => id));
    const lost = [...accepted].filter((id) => !stored.has(id));
    return { refused, lost, stored: stored.size, longestHoldMs: second.longestHoldMs() };
  };
  // Where the other process stands still with the lock, a claim is refused after five seconds.
  const isItsOwn = ({ refused, lost, longestHoldMs }: Awaited<ReturnType<typeof writeBeside>>) =>
    refused.length === 0 || lost.length > 0 || longestHoldMs < 4_000;
  expect(await undisturbed(writeBeside, isItsOwn)).toMatchObject({ refused: [], lost: [], stored: 150 });
});

test('a write waits for the lock of another process without holding up the process or its reads, and not for ever', async () => {
  const { dataDir, path, submissions } = await openStore();
  const before = claimFrom();
  await submissions.insertAll([before]);
  const other = new Sqlite(path);
  onTestFinished(() => {
    other.close();
  });
  const sendOne = () => submissions.insertAll([claimFrom()]);
  /** The longest that a read took while two writes waited, and whether these were stored then. */
  const readBeside = async () => {
    other.exec('begin immediate');
    const waiting = Promise.allSettled([sendOne(), sendOne()]);
    let longestMs = 0;
    for (let times = 0; times < 50; times += 1) {
      const asked = performance.now();
      expect(await submissions.find(before.id)).not.toBeNull();
      await pause(1);
      longestMs = Math.max(longestMs, performance.now() - asked);
    }
    other.exec('commit');
    const areStored = (await waiting).every(({ status }) => status === 'fulfilled');
    return { longestMs, areStored };
  };
  const isReadAtOnce = ({ longestMs, areStored }: Awaited<ReturnType<typeof readBeside>>) => longestMs < 1_000 && areStored;
  expect(await undisturbed(readBeside, isReadAtOnce)).toSatisfy(isReadAtOnce);

  const impatient = openDatabase({ dataDir, databaseUrl: null }, { requestMs });
  onTestFinished(impatient.close);
  other.exec('begin immediate');
  const writing = () => createSubmissionStore(impatient).insertAll([claimFrom()]);
  const refused = await Promise.allSettled([writing(), writing()]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  other.exec('rollback');
  expect(await writing()).toMatchObject([{ kind: 'new' }]);
});

test('what a command writes waits longer for the lock of another process than a claim does', async () => {
  const { dataDir, path } = await openStore();
  const database = openDatabase({ dataDir, databaseUrl: null }, { isForCommand: true, requestMs });
  const other = new Sqlite(path);
  onTestFinished(async () => {
    other.close();
    await database.close();
  });
  other.exec('begin immediate');
  const writing = createSubmissionStore(database).insertAll([claimFrom()]);
  await Promise.race([writing, pause(4 * requestMs)]);
  other.exec('commit');
  expect(await writing).toMatchObject([{ kind: 'new' }]);
});
