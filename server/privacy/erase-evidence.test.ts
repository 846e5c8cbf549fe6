import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestUploads } from '#testing/create-test-uploads.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { photograph } from '#testing/fixtures/pictures.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { startS3, type TestS3 } from '#testing/s3.ts';
import { until } from '#testing/until.ts';

const marker = 'Zyzzyva';

/** A claim with a photograph that has previews, a video, and an upload that stopped halfway. */
async function claimWithEvidence(s3: TestS3 | null) {
  const product = await createTestUploads(s3 ? { EVIDENCE_URL: s3.url } : {});
  const claim = await product.claim();
  const marked = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(marker.repeat(2_000))]);
  expect(await claim.upload(await photograph(), { metadata: { filename: `${marker}.jpg` } }).done).toBeNull();
  expect(await claim.upload(marked(evidenceFiles.mp4()), { metadata: { filename: `${marker}.mp4` } }).done).toBeNull();
  let isStopped = false;
  const half = claim.upload(marked(evidenceFiles.mp4(20_000_000)), {
    chunkSize: 6_000_000,
    onChunkComplete: () => {
      isStopped = true;
      void half.upload.abort();
    },
  });
  await until('half of an upload', () => isStopped);
  await until(
    'previews',
    () => product.sqlite.prepare("select 1 from evidence where preview_state = 'ready'").get() !== undefined,
  );
  const id = String(product.rows()[0]?.id);
  return { ...product, id, folder: join(product.dataDir, 'evidence') };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

const textIn = (folder: string) =>
  filesIn(folder)
    .map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name)).toString('latin1')}`)
    .join('\n');

test('an erasure takes originals, previews and half an upload from the disk, and their names from the database', async () => {
  const { services, id, folder, dataDir } = await claimWithEvidence(null);
  expect(filesIn(folder).length).toBeGreaterThanOrEqual(4);
  expect(textIn(dataDir)).toContain(marker);
  expect(await services.desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id] });
  expect(filesIn(folder)).toEqual([]);
  expect(textIn(dataDir)).not.toContain(marker);
});

test('an erasure takes them from S3, with the parts of an unfinished upload', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const { services, id } = await claimWithEvidence(s3);
  expect((await s3.contents()).objects.length).toBeGreaterThanOrEqual(3);
  expect(await services.desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id] });
  expect(await s3.contents()).toEqual({ objects: [], uploads: [] });
});

test('what cannot be erased in S3 now is erased by the next clean-up', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const { services, id, logged, evidence } = await claimWithEvidence(s3);
  await s3.shutDown();
  expect(await services.desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id] });
  expect(logged.join('')).toContain('evidence not erased');
  await s3.bringUp();
  const cleanup = evidence.jobKinds.find(({ kind }) => kind === 'evidence-cleanup');
  await cleanup?.handle({} as never, { renewLease: async () => {} } as never);
  expect(await s3.contents()).toEqual({ objects: [], uploads: [] });
});
