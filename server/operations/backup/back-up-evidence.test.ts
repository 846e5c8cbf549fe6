// Protects: a backup brings back the files of claims byte for byte, and names what is missing or changed.
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { daysAhead } from '#testing/days-ahead.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { backUp, restore } from './back-up.ts';
import { datedName, newestBackup, pruneBackups } from './dated-backups.ts';

const databases = testDatabases();

async function storeWithEvidence() {
  const product = await createTestEvidence();
  for (const bytes of [evidenceFiles.pdf(), evidenceFiles.mp4()]) expect(await product.mine.upload(bytes).done).toBeNull();
  await until('the jobs after receipt', () => product.evidenceRows().every((row) => row.received_at !== null));
  const originals = product.evidenceRows().map(({ submission_id, id }) => join('evidence', submission_id, id));
  const place = { dataDir: product.dataDir, databaseUrl: null };
  return { ...product, place, originals, folder: join(temporaryFolder(), 'backup') };
}

test('a backup has the files of claims and brings them back, byte for byte', async () => {
  const { place, originals, folder, dataDir } = await storeWithEvidence();
  const { files, evidence } = await backUp(place, folder);
  expect(evidence).toEqual({ in: 'this backup', damaged: [] });
  expect(Object.keys(files)).toEqual(expect.arrayContaining(originals));
  const target = { ...(await databases.newPlace()), dataDir: temporaryFolder() };
  await restore(folder, target, { replace: false });
  for (const name of originals)
    expect(readFileSync(join(target.dataDir, name)).equals(readFileSync(join(dataDir, name)))).toBe(true);
  await expect(restore(folder, target, { replace: false })).rejects.toThrow(/already|not empty/);
});

test('a backup whose file was changed is not restored, and nothing is', async () => {
  const { place, originals, folder } = await storeWithEvidence();
  await backUp(place, folder);
  appendFileSync(join(folder, originals[0] ?? ''), 'x');
  const target = { dataDir: temporaryFolder(), databaseUrl: null };
  await expect(restore(folder, target, { replace: false })).rejects.toThrow(`The backup is damaged: ${originals[0]}`);
  expect(readdirSync(target.dataDir)).toEqual([]);
});

test('a file that is missing or changed on the disk is named, and the rest is backed up', async () => {
  const { place, originals, folder, dataDir } = await storeWithEvidence();
  const [missing = '', changed = ''] = originals;
  rmSync(join(dataDir, missing));
  appendFileSync(join(dataDir, changed), 'x');
  const { evidence, files } = await backUp(place, folder);
  expect(evidence?.damaged.toSorted()).toEqual([missing, changed].toSorted());
  expect([missing in files, changed in files]).toEqual([false, true]);
});

test('where the files are in S3 the backup says so and has none', async () => {
  const { place, folder } = await storeWithEvidence();
  const { evidence } = await backUp({ ...place, evidenceUrl: 's3://a:b@localhost/evidence' }, folder);
  expect(evidence?.in).toBe('S3, not in this backup');
  expect(existsSync(join(folder, 'evidence'))).toBe(false);
});

/** Backups night after night into one folder, as the command makes them. */
async function nightly() {
  const store = await storeWithEvidence();
  const into = temporaryFolder();
  const folders: string[] = [];
  return {
    ...store,
    into,
    folders,
    backUp: async () => {
      const folder = join(into, datedName(Date.UTC(2026, 10, 21) + folders.length * day));
      const manifest = await backUp(store.place, folder, newestBackup(into));
      folders.push(folder);
      return manifest;
    },
    inodes: (name: string) => new Set(folders.filter(existsSync).map((folder) => statSync(join(folder, name)).ino)).size,
  };
}

// The disk dates files by the machine's clock, and after some weeks each is copied anew.
test.skipIf(daysAhead > 0)(
  'backups on one disk share files that did not change, and each is restored without the others',
  async () => {
    const { backUp, inodes, originals, into, folders, dataDir } = await nightly();
    for (let night = 0; night < 5; night += 1) expect((await backUp()).evidence?.damaged).toEqual([]);
    expect(originals.map(inodes)).toEqual([1, 1]);
    expect(statSync(join(folders[4] ?? '', originals[0] ?? '')).ino).not.toBe(statSync(join(dataDir, originals[0] ?? '')).ino);
    expect(pruneBackups(into, { daily: 1, weekly: 0 })).toHaveLength(4);
    const target = { dataDir: temporaryFolder(), databaseUrl: null };
    await restore(folders[4] ?? '', target, { replace: false });
    for (const name of originals)
      expect(readFileSync(join(target.dataDir, name)).equals(readFileSync(join(dataDir, name)))).toBe(true);
  },
);

test('a file that was written to since the last backup is copied, and named where it is not what its row says', async () => {
  const { backUp, inodes, originals, dataDir } = await nightly();
  await backUp();
  const [changed = '', touched = ''] = originals;
  const bytes = readFileSync(join(dataDir, changed));
  bytes[9] = (bytes[9] ?? 0) ^ 1;
  writeFileSync(join(dataDir, changed), bytes);
  const now = new Date(Date.now() + 1_000);
  for (const name of originals) utimesSync(join(dataDir, name), now, now);
  expect((await backUp()).evidence?.damaged).toEqual([changed]);
  expect(inodes(touched)).toBe(2);
});

test('a copy that was written to in an earlier backup is not linked', async () => {
  const { backUp, originals, folders, dataDir } = await nightly();
  await backUp();
  const [name = ''] = originals;
  const copy = join(folders[0] ?? '', name);
  writeFileSync(copy, Buffer.alloc(statSync(copy).size));
  const now = new Date(Date.now() + 1_000);
  utimesSync(copy, now, now);
  await backUp();
  expect(readFileSync(join(folders[1] ?? '', name)).equals(readFileSync(join(dataDir, name)))).toBe(true);
});

test('an old copy is read again and replaced, and the backup says where it went bad without a trace', async () => {
  const { backUp, originals, folders, dataDir } = await nightly();
  await backUp();
  const sixWeeksAgo = new Date(Date.now() - 42 * 24 * 3_600_000);
  const [bad = '', good = ''] = originals.map((name) => join(folders[0] ?? '', name));
  writeFileSync(bad, Buffer.alloc(statSync(bad).size));
  for (const copy of [bad, good]) utimesSync(copy, sixWeeksAgo, sixWeeksAgo);
  const { evidence } = await backUp();
  expect(evidence?.damaged).toEqual([join(datedName(Date.UTC(2026, 10, 21)), originals[0] ?? '')]);
  for (const name of originals)
    expect(readFileSync(join(folders[1] ?? '', name)).equals(readFileSync(join(dataDir, name)))).toBe(true);
});
