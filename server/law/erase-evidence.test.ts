// Protects: an erasure removes the files of a claim from disk and S3.
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defineJob, done, retryAfter } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { newScanJob } from '#server/files/scan-job.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { photograph } from '#testing/fixtures/pictures.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { startS3, type TestS3 } from '#testing/s3.ts';
import { startSocketServer } from '#testing/socket-server.ts';
import { until } from '#testing/until.ts';

const databases = testDatabases();

const marker = 'Zyzzyva';

/** A claim with a photograph that has previews, a video, and an upload that stopped halfway: in S3 after its first part, which has 5 MB. */
async function claimWithEvidence(s3: TestS3 | null, hasPreviews = true) {
  const pieceBytes = s3 ? 6_000_000 : 60_000;
  const product = await createTestEvidence(s3 ? { EVIDENCE_URL: s3.url } : {}, { hasPreviews });
  const claim = product.mine;
  const marked = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(marker.repeat(2_000))]);
  expect(await claim.upload(await photograph(), { metadata: { filename: `${marker}.jpg` } }).done).toBeNull();
  expect(await claim.upload(marked(evidenceFiles.mp4()), { metadata: { filename: `${marker}.mp4` } }).done).toBeNull();
  let isStopped = false;
  const half = claim.upload(marked(evidenceFiles.mp4(3 * pieceBytes)), {
    chunkSize: pieceBytes,
    onChunkComplete: () => {
      isStopped = true;
      void half.upload.abort();
    },
  });
  await until('half of an upload', () => isStopped);
  if (hasPreviews)
    await until(
      'previews',
      () => product.sqlite.prepare("select 1 from evidence where preview_state = 'ready'").get() !== undefined,
    );
  const id = String(product.rows()[0]?.id);
  return { ...product, id, folder: join(product.dataDir, 'evidence') };
}

/** Erases a claim as soon as no email about it is being sent. */
function erase({ services }: Pick<Awaited<ReturnType<typeof createTestEvidence>>, 'services'>, id: string) {
  return until('its emails to be sent', async () => {
    const result = await services.desk.erase(grace, [id], 'asked for');
    return result.kind === 'done' && result.beingSent.length > 0 ? null : result;
  });
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

const textIn = (folder: string) =>
  filesIn(folder)
    .map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name)).toString('latin1')}`)
    .join('\n');

test('an erasure takes originals, previews and half an upload from the disk, and their names from the database', async () => {
  const product = await claimWithEvidence(null);
  const { id, folder, dataDir } = product;
  expect(filesIn(folder).length).toBeGreaterThanOrEqual(4);
  expect(textIn(dataDir)).toContain(marker);
  expect(await erase(product, id)).toMatchObject({ erased: [id] });
  expect(filesIn(folder)).toEqual([]);
  expect(textIn(dataDir)).not.toContain(marker);
});

test('an erasure takes them from S3, with the parts of an unfinished upload', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const product = await claimWithEvidence(s3);
  expect((await s3.contents()).objects.length).toBeGreaterThanOrEqual(3);
  expect(await erase(product, product.id)).toMatchObject({ erased: [product.id] });
  expect(await s3.contents()).toEqual({ objects: [], uploads: [] });
});

test('what cannot be erased in S3 now is erased by the next clean-up', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const product = await claimWithEvidence(s3, false);
  const { id, logged, evidence } = product;
  await s3.shutDown();
  expect(await erase(product, id)).toMatchObject({ erased: [id] });
  expect(logged.join('')).toContain('evidence not erased');
  await s3.bringUp();
  const cleanup = evidence.jobs.find(({ kind }) => kind === 'evidence-cleanup');
  await cleanup?.handle({} as never, { renewLease: async () => {}, signal: new AbortController().signal }, product.services.app);
  expect(await s3.contents()).toEqual({ objects: [], uploads: [] });
});

test('an erasure does not wait for a scan that goes on, which leaves nothing behind', async () => {
  const scans: Socket[] = [];
  const port = await startSocketServer((socket) => void scans.push(socket.resume()));
  const product = await createTestEvidence({ CLAMD_URL: `tcp://127.0.0.1:${port}` });
  expect(await product.mine.upload(await photograph()).done).toBeNull();
  await until('the scan to begin', () => scans.length > 0);
  const id = String(product.rows()[0]?.id);
  expect(await erase(product, id)).toMatchObject({ erased: [id] });
  for (const socket of scans) socket.end('stream: OK\0');
  const running = () =>
    product.sqlite.prepare("select 1 from jobs where kind like 'evidence-%' and subject_id is not null").all();
  await until('the end of the scan', () => scans.every((socket) => socket.closed));
  expect([running(), filesIn(join(product.dataDir, 'evidence'))]).toEqual([[], []]);
  expect(product.logged.join('')).not.toContain('job failed');
});

test('nor for one whose process was killed', async () => {
  const database = await databases.open();
  const { storeClaim, desk, clock, lease } = await createTestDesk(database);
  const id = await storeClaim();
  const scan = newScanJob({ id: 'a file', submission_id: id }, clock.time);
  await database.write((tx) => enqueue(tx, [scan]));
  const scanJob = defineJob({ kind: scan.kind, title: 'Scans', retry: retryAfter(), handle: async () => done('Clean.') });
  expect(await lease(scanJob)).toHaveLength(1);
  expect(await desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id], beingSent: [] });
});
