// Protects: backup, restore and the move to another engine keep every row, and a damaged copy is refused.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import type { DatabaseLocation } from '#server/core/database/database.ts';
import { migrationTables } from '#server/core/database/migrations.ts';
import { forgetMove } from '#server/core/database/moved-away.ts';
import { openDatabase, openMigrated } from '#server/core/database/open.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { readSecret } from '#server/people/staff/auth-secret.ts';
import { showPublished } from '#server/web/site/edit-site.ts';
import { emailQueue, engine, testDatabases } from '#testing/databases.ts';
import { aoife, lukasz, xiaoming } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { longTimeouts } from '#testing/postgres-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { backUp, restore } from './back-up.ts';
import { checksumAll, moveData, tables } from './copy.ts';

const databases = testDatabases();

/** Made of the others: triggers have the copy indexed anew. */
const derivedTables = ['search_queue', 'indexed_submissions', 'indexed_terms', 'index_segments'];

/** More than a page. */
const many = 520;

/** Fills a store with claims, in every state that emails have, and closes it. */
async function fill(place: DatabaseLocation, claims = 3): Promise<void> {
  const store = await openMigrated(place, { timeouts: longTimeouts });
  const outbox = emailQueue(store);
  await createSubmissionStore(store).insertAll(
    Array.from({ length: claims }, (_, i) => claimFrom([aoife, lukasz, xiaoming][i % 3])),
  );
  const [sent, refused, waits] = await outbox.lease(Date.now(), 60_000, 3);
  const attempt = { outcome: 'sent', detail: '250 Ok: „łódź" 你好' };
  if (sent) await outbox.settle(sent, { kind: 'finished', at: Date.now(), attempt }, Date.now());
  if (refused)
    await outbox.settle(refused, { kind: 'failed', at: Date.now(), attempt: { outcome: 'refused', detail: '550' } }, Date.now());
  if (waits)
    await outbox.settle(
      waits,
      { kind: 'waits', until: Date.now(), isSuccess: false, attempt: { outcome: 'unreachable', detail: '' } },
      Date.now(),
    );
  await store.close();
}

async function sumsOf(place: DatabaseLocation) {
  const store = await openMigrated(place, { timeouts: longTimeouts });
  const sums = await checksumAll(store);
  await store.close();
  return sums;
}

test('the list of what is copied is the schema', async () => {
  const { db } = await databases.open();
  const found = (await db.introspection.getTables()).filter(({ schema }) => schema !== 'test').map(({ name }) => name);
  expect([...tables.map(({ name }) => name), ...derivedTables, ...Object.values(migrationTables)].toSorted()).toEqual(
    found.toSorted(),
  );
});

test('everything moves to the engine of the run and back, with counts and checksums, and a target with anything in it is refused', async () => {
  const [source, target] = [await databases.newPlace('sqlite'), await databases.newPlace()];
  await fill(source, many);
  const sums = await moveData(source, target);
  expect(sums.slice(0, 2).map(({ rows }) => rows)).toEqual([many, many]);
  expect(await sumsOf(target)).toEqual(sums);
  const third = await databases.newPlace('sqlite');
  await fill(third);
  await expect(moveData(third, target)).rejects.toThrow('The target is not empty: its table form_submissions has rows.');
  expect(await sumsOf(target)).toEqual(sums);
  expect(await moveData(target, await databases.newPlace('sqlite'))).toEqual(sums);
});

test('a store that was moved starts no more, is not backed up nor moved again, and says where it is, until that is taken back', async () => {
  const [source, target] = [await databases.newPlace(), await databases.newPlace()];
  await fill(source);
  await moveData(source, target);
  const { pathname } = new URL(target.databaseUrl ?? `file://${target.dataDir}`);
  const told = new RegExp(`was moved to .*${pathname.slice(1)}.*: set DATABASE_URL or DATA_DIR to it`);
  const folder = `${temporaryFolder()}/backup`;
  await expect(openMigrated(source)).rejects.toThrow(told);
  await expect(backUp(source, folder)).rejects.toThrow(told);
  await expect(moveData(source, await databases.newPlace())).rejects.toThrow(told);
  await expect(showPublished(source)).rejects.toThrow(told);
  expect(String(await openMigrated(source).catch(errorMessage))).not.toContain('password');
  const database = openDatabase(source);
  expect([await forgetMove(database), await forgetMove(database)]).toEqual([true, false]);
  await database.close();
  expect((await sumsOf(source)).slice(0, 1)).toMatchObject([{ rows: 3 }]);
  await (await openMigrated(source)).close();
});

test('a backup comes back whole, and says so when it is damaged or in the way of something', async () => {
  const [source, target] = [await databases.newPlace(), await databases.newPlace()];
  await fill(source, many);
  const folder = `${temporaryFolder()}/backup`;
  const { tables: sums } = await backUp(source, folder);
  expect(await sumsOf(source)).toEqual(sums);
  await restore(folder, target, { replace: false });
  expect(await sumsOf(target)).toEqual(sums);
  await expect(restore(folder, target, { replace: false })).rejects.toThrow(/has a database already|is not empty/);
  const other = await databases.newPlace('sqlite');
  await restore(folder, other, { replace: false });
  await restore(folder, other, { replace: true });
  expect(await sumsOf(other)).toEqual(sums);
  await expect(backUp(source, folder)).rejects.toThrow('exists already');
});

test('the secret comes back with a backup, in place of another only with --replace', async () => {
  const source = await databases.newPlace('sqlite');
  await fill(source);
  const secret = readSecret(null, source.dataDir);
  const folder = `${temporaryFolder()}/backup`;
  await backUp(source, folder);
  const target = async () => ({ ...(await databases.newPlace()), dataDir: temporaryFolder() });
  const fresh = await target();
  await restore(folder, fresh, { replace: false });
  expect(readSecret(null, fresh.dataDir)).toBe(secret);
  const other = await target();
  const itsOwn = readSecret(null, other.dataDir);
  if (engine === 'postgres') {
    await expect(restore(folder, other, { replace: false })).rejects.toThrow('has another auth-secret');
    expect(readSecret(null, other.dataDir)).toBe(itsOwn);
  }
  await restore(folder, other, { replace: true });
  expect(readSecret(null, other.dataDir)).toBe(secret);
});

test.each([
  ['a name that leads out of the folder', '../elsewhere', 'plant'],
  ['one that does so in the folder of a claim', 'evidence/K7M4P9/../../../elsewhere', 'plant'],
  ['an absolute name', '/tmp/elsewhere', 'nothing'],
  ['a file that no backup has', 'own/site.ts', 'plant'],
  ['a link', 'evidence/K7M4P9/photo', 'link'],
  ['a file behind a link', 'evidence/linked/secret', 'link above'],
  ['a pipe', 'evidence/K7M4P9/photo', 'pipe'],
  ['a folder', 'evidence/K7M4P9/photo', 'folder'],
])('a backup of a stranger that has %s is refused before anything is written', async (_, name, make) => {
  const source = await databases.newPlace('sqlite');
  await fill(source);
  const [parent, target] = [temporaryFolder(), temporaryFolder()];
  const folder = join(parent, 'backup');
  await backUp(source, folder);
  const secret = join(temporaryFolder(), 'secret');
  writeFileSync(secret, 'words');
  const path = resolve(folder, name);
  if (make !== 'nothing') mkdirSync(dirname(make === 'link above' ? dirname(path) : path), { recursive: true });
  if (make === 'plant') writeFileSync(path, 'words');
  if (make === 'link') symlinkSync(secret, path);
  if (make === 'pipe') execFileSync('mkfifo', [path]);
  if (make === 'folder') mkdirSync(path);
  if (make === 'link above') symlinkSync(dirname(secret), dirname(path));
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  manifest.files[name] = createHash('sha256').update('words').digest('hex');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await expect(restore(folder, { dataDir: target, databaseUrl: null }, { replace: false })).rejects.toThrow(
    `The backup is damaged: ${name} is not what it was. Nothing was changed.`,
  );
  expect(readdirSync(target)).toEqual([]);
});

type Parts = { manifest: Record<string, unknown> & { files: Record<string, string> }; database: string };

test.each<[string, string, (parts: Parts) => void]>([
  ['a time that is none', 'manifest.json', ({ manifest }) => Object.assign(manifest, { madeAt: 'now' })],
  [
    'words for a terminal',
    'manifest.json',
    ({ manifest }) => Object.assign(manifest, { tables: [{ ...table, table: '\u001b[2J' }] }),
  ],
  ['a name for a terminal', '?[2J', ({ manifest }) => Object.assign(manifest.files, { '\u001b[2J': 'x' })],
  ['no database', 'kerbside.sqlite', ({ database }) => writeFileSync(database, 'words '.repeat(1_000))],
  ['another database', 'kerbside.sqlite', ({ database }) => changeSchema(database, 'drop table staff')],
  [
    'a view for a table',
    'kerbside.sqlite',
    ({ database }) => changeSchema(database, 'drop table staff; create view staff as select 1 as id'),
  ],
])('a backup of a stranger with %s is refused while the store is as it was', async (_, name, change) => {
  const source = await databases.newPlace('sqlite');
  await fill(source);
  const folder = join(temporaryFolder(), 'backup');
  await backUp(source, folder);
  const database = join(folder, 'kerbside.sqlite');
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  change({ manifest, database });
  manifest.files['kerbside.sqlite'] = createHash('sha256').update(readFileSync(database)).digest('hex');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const before = readdirSync(source.dataDir);
  await expect(restore(folder, source, { replace: true })).rejects.toThrow(`The backup is damaged: ${name} is not`);
  expect(readdirSync(source.dataDir)).toEqual(before);
});

const table = { table: 'jobs', rows: 1, checksum: 'ab' };

function changeSchema(path: string, text: string): void {
  const file = new Sqlite(path);
  file.pragma('foreign_keys = off');
  file.exec(text);
  file.close();
}

test('a damaged backup is not restored', async () => {
  const source = await databases.newPlace('sqlite');
  await fill(source);
  const folder = `${temporaryFolder()}/backup`;
  await backUp(source, folder);
  const copy = await openMigrated({ dataDir: folder, databaseUrl: null });
  await sql`update jobs set attempts = 7`.execute(copy.db);
  await copy.close();
  await expect(restore(folder, await databases.newPlace('sqlite'), { replace: false })).rejects.toThrow('The backup is damaged');
  await expect(restore(temporaryFolder(), source, { replace: true })).rejects.toThrow('is not a complete backup');
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files: {} }));
  await expect(restore(folder, source, { replace: true })).rejects.toThrow('The backup is damaged: kerbside.sqlite');
  expect((await sumsOf(source)).slice(0, 1)).toMatchObject([{ rows: 3 }]);
});
