// Protects: many uploads at once cannot fill the disk.
import { readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openClaim } from '#testing/evidence-crash.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { beginUpload } from '#testing/held-upload.ts';
import { request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { startS3 } from '#testing/s3.ts';
import { canMount, makeSmallDisk, type SmallDisk } from '#testing/small-disk.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;
const isPossible = canMount();

async function startOn(disk: SmallDisk, settings: Record<string, string> = {}) {
  const product = await spawnProduct({ DATA_DIR: disk.dataDir, ...settings }, undefined, undefined, disk.within);
  onTestFinished(async () => void (await product.end('SIGKILL')));
  await product.ready;
  const folder = disk.seenThrough(product.process.pid);
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  const isReady = async () => (await request(`${product.url}/readyz`)).json().store === 'up';
  return { ...product, folder, freeBytes, isReady };
}

/** Opens claims and uploads, holds each upload after its first bytes, and then lets all of them go on. Returns their answers. */
async function attack(url: string, { claims, uploads, bytes }: { claims: number; uploads: number; bytes: Buffer }) {
  const headers = await Promise.all(Array.from({ length: claims }, () => openClaim(url)));
  const held: Awaited<ReturnType<typeof beginUpload>>[] = [];
  for (let index = 0; index < uploads; index += 1) {
    const upload = await beginUpload(url, headers[index % claims] ?? {}, bytes);
    upload.send(0, 70_000);
    held.push(upload);
  }
  for (const { send } of held) send(70_000);
  return Promise.all(held.map(({ answer }) => answer));
}

test.runIf(isPossible)('uploads that are held and let go together leave the last gigabyte of a disk alone', async () => {
  const disk = makeSmallDisk(temporaryFolder(), 1_330);
  const product = await startOn(disk);
  const { url, folder, freeBytes, isReady } = product;
  const before = await freeBytes();
  expect(before).toBeGreaterThan(1.15 * gigabyte);
  const answers = await attack(url, { claims: 11, uploads: 55, bytes: evidenceFiles.jpeg(16 * megabyte - 1) });
  const taken = answers.filter((answer) => answer?.status === 204).length;
  expect(await freeBytes()).toBeGreaterThanOrEqual(gigabyte - 8 * megabyte);
  expect(taken).toBeGreaterThan(3);
  // A refusal may be lost where the connection is closed while more is on its way.
  for (const answer of answers) expect([204, 507, undefined]).toContain(answer?.status);
  await until('what was refused to be removed', () => originalsIn(join(folder, 'evidence')).length === taken);
  await openClaim(url);
  expect(await isReady()).toBe(true);
  await product.end('SIGKILL');
  await openClaim((await startOn(disk)).url);
});

test.runIf(isPossible)('with S3 uploads that are held and let go together take nothing of the disk', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const disk = makeSmallDisk(temporaryFolder(), 96);
  const { url, freeBytes, isReady } = await startOn(disk, { EVIDENCE_URL: s3.url, TMPDIR: disk.dataDir });
  const before = await freeBytes();
  const answers = await attack(url, { claims: 2, uploads: 8, bytes: evidenceFiles.jpeg(16 * megabyte - 1) });
  expect(answers.map((answer) => answer?.status)).toEqual(Array.from({ length: 8 }, () => 204));
  expect(before - (await freeBytes())).toBeLessThan(24 * megabyte);
  await openClaim(url);
  expect(await isReady()).toBe(true);
});

/** The files of claims that are not previews. */
function originalsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ name }) => (name.includes('.') ? [] : [name]));
}
