import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestUploads } from '#testing/create-test-uploads.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { backUp, restore } from './back-up.ts';

const databases = testDatabases();

async function storeWithEvidence() {
  const product = await createTestUploads();
  const { upload } = await product.claim();
  for (const bytes of [evidenceFiles.pdf(), evidenceFiles.mp4()]) expect(await upload(bytes).done).toBeNull();
  await until('the jobs after receipt', () => product.evidenceRows().every((row) => row.received_at !== null));
  const originals = product.evidenceRows().map(({ submission_id, id }) => join('evidence', submission_id, id));
  const place = { dataDir: product.dataDir, databaseUrl: null };
  return { ...product, place, originals, folder: join(temporaryFolder(), 'backup') };
}

test.each(engines)('a backup has the files of claims and brings them back, byte for byte, into %s', async (engine) => {
  const { place, originals, folder, dataDir } = await storeWithEvidence();
  const { files, evidence } = await backUp(place, folder);
  expect(evidence).toEqual({ in: 'this backup', damaged: [] });
  expect(Object.keys(files)).toEqual(expect.arrayContaining(originals));
  const target = { ...(await databases.newPlace(engine)), dataDir: temporaryFolder() };
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
