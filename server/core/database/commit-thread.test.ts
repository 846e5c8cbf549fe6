// Protects: what the thread commits is what the main thread would, a failure has its code, and requests are read meanwhile.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { testDatabases } from '#testing/databases.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createCommitThread, recordWrites } from './commit-thread.ts';
import { openMigrated } from './open.ts';
import { databaseFileName } from './sqlite.ts';

const databases = testDatabases();
const claims = (count: number) => Array.from({ length: count }, () => claimFrom());

/** A store, what its thread answered, and what it holds but for names that are made anew each time. */
async function openStore() {
  const database = await databases.open('sqlite');
  const file = database.file as NonNullable<typeof database.file>;
  const { commitInThread } = file;
  const committed: boolean[] = [];
  file.commitInThread = async (work) => {
    const isCommitted = await commitInThread(work);
    committed.push(isCommitted);
    return isCommitted;
  };
  const { insertAll } = createSubmissionStore(database, { emailsSenders: true });
  const content = async () => ({
    submissions: await database.db.selectFrom('form_submissions').selectAll().orderBy('id').execute(),
    queue: await database.db.selectFrom('search_queue').selectAll().orderBy('submission_id').execute(),
    jobs: await database.db
      .selectFrom('jobs')
      .select(['kind', 'template', 'subject_id', 'recipient', 'created_at', 'run_at'])
      .orderBy('subject_id')
      .orderBy('kind')
      .execute(),
  });
  return { database, committed, insertAll, content };
}

test('a large batch is committed in the thread, with the same rows as one after the other', async () => {
  const [large, single] = [await openStore(), await openStore()];
  const batch = claims(20);
  expect(await large.insertAll(batch)).toEqual(batch.map((submission) => ({ kind: 'new', submission })));
  for (const claim of batch) await single.insertAll([claim]);
  expect([large.committed, single.committed]).toEqual([[true], []]);
  expect(await large.content()).toEqual(await single.content());
});

test('a batch with a submission that came before is stored once each', async () => {
  const { committed, insertAll, content } = await openStore();
  const [first = claimFrom(), ...others] = claims(12);
  await insertAll([first]);
  const outcomes = await insertAll([...others, { ...first, id: 'sent again' }]);
  expect(outcomes.map(({ kind }) => kind)).toEqual([...others.map(() => 'new'), 'duplicate']);
  const twice = claims(9).flatMap((claim) => [claim, { ...claim, id: `${claim.id} again` }]);
  expect((await insertAll(twice)).map(({ kind }) => kind)).toEqual(twice.map((_, index) => (index % 2 ? 'duplicate' : 'new')));
  expect(committed).toEqual([false]);
  expect((await content()).submissions).toHaveLength(12 + 9);
});

test('a submission is stored once although it is in two batches that are committed at the same time', async () => {
  const { insertAll, content } = await openStore();
  const [first = claimFrom(), ...others] = claims(12);
  const again = [...claims(11), { ...first, id: 'sent again' }];
  const outcomes = await Promise.all([insertAll([first, ...others]), insertAll(again)]);
  expect(outcomes.flat().filter(({ kind }) => kind === 'duplicate')).toHaveLength(1);
  expect((await content()).submissions).toHaveLength(12 + 11);
});

test('a row that cannot be stored fails its batch with the code of SQLite, and nothing of it is stored', async () => {
  const { insertAll, content } = await openStore();
  const batch = claims(10).map((claim) => ({ ...claim, reference: '7F4M-9TQX' }));
  const failure = { code: 'SQLITE_CONSTRAINT_UNIQUE', message: expect.stringMatching(/form_submissions\.reference$/) };
  await expect(insertAll(batch)).rejects.toMatchObject(failure);
  expect((await content()).submissions).toEqual([]);
});

test('this process goes on while the thread waits for a lock of another one', async () => {
  const dataDir = temporaryFolder();
  const database = await openMigrated({ dataDir, databaseUrl: null });
  onTestFinished(database.close);
  const other = new Sqlite(join(dataDir, databaseFileName));
  other.exec('begin immediate');
  let isStored = false;
  const stored = createSubmissionStore(database)
    .insertAll(claims(10))
    .then(() => {
      isStored = true;
    });
  for (let turns = 0; turns < 1_000; turns += 1) await setImmediate();
  expect(isStored).toBe(false);
  other.exec('commit');
  other.close();
  await stored;
});

test('a file that cannot be opened fails its own commits alone, with the reason, until it can', async () => {
  const [missing, other] = [join(temporaryFolder(), 'missing'), temporaryFolder()];
  const [thread, working] = [missing, other].map((folder) => createCommitThread(join(folder, 'store.sqlite'), []));
  onTestFinished(async () => void (await Promise.all([thread?.close(), working?.close()])));
  const work = { unless: [], writes: [{ sql: 'create table claims (id text)', parameters: [] }] };
  const [refused, committed] = await Promise.allSettled([thread?.commit(work), working?.commit(work)]);
  expect(refused).toMatchObject({ reason: { message: expect.stringContaining('does not exist') } });
  expect(committed).toMatchObject({ value: true });
  mkdirSync(missing);
  expect(await thread?.commit(work)).toBe(true);
});

test('a store that is closed while it commits has both answers', async () => {
  const thread = createCommitThread(join(temporaryFolder(), 'store.sqlite'), []);
  const create = (name: string) =>
    thread.commit({ unless: [], writes: [{ sql: `create table ${name} (id text)`, parameters: [] }] });
  const answers = await Promise.all([create('one'), thread.close(), create('two'), thread.close()]);
  expect(answers).toEqual([true, undefined, true, undefined]);
});

test('a write that has to read first is refused, because the thread would not give it what it reads', async () => {
  const reading = recordWrites((tx) => tx.selectFrom('jobs').select('id').execute());
  await expect(reading).rejects.toThrow('Rows can only be inserted and deleted in a thread: select');
  const returning = recordWrites((tx) => sql`insert into jobs (id) values ('a') returning id`.execute(tx));
  await expect(returning).rejects.toThrow('Rows can only be inserted and deleted');
});
