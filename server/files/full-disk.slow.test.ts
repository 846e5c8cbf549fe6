// Protects: a full disk costs no file that was acknowledged, and uploads go on when there is room.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { startUpload } from '#testing/create-test-evidence.ts';
import { openClaim } from '#testing/evidence-crash.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { lukasz } from '#testing/fixtures/people.ts';
import { beginUpload } from '#testing/held-upload.ts';
import { jsonPost, request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { canMount, fillDisk, makeSmallDisk, type SmallDisk } from '#testing/small-disk.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { evidenceRefusals } from './evidence-refusals.ts';

const megabyte = 1024 ** 2;
const isPossible = canMount();

async function startOn(disk: SmallDisk) {
  const product = await spawnProduct({ DATA_DIR: disk.dataDir, LOG_LEVEL: 'info' }, undefined, undefined, disk.within);
  onTestFinished(async () => void (await product.end('SIGKILL')));
  await product.ready;
  const sendClaim = async (text: string) => {
    const call = jsonPost({ formName: 'Make a Claim', formData: { ...lukasz, additionalInfo: text } });
    const { status, json } = await request(`${product.url}/functions/v1/send-form-email`, call);
    return { status, reference: json().reference, message: json().message };
  };
  return { ...product, sendClaim, folder: disk.seenThrough(product.process.pid) };
}

test.runIf(isPossible)('on a disk with less than a gigabyte claims are accepted, and files refused with a sentence', async () => {
  const disk = makeSmallDisk(temporaryFolder(), 64);
  const { url, sendClaim } = await startOn(disk);
  const headers = await openClaim(url);
  expect(await startUpload(url, evidenceFiles.jpeg(), { headers }).done).toEqual({ status: 507, message: evidenceRefusals.full });
  const body = new FormData();
  body.append('files', new Blob([new Uint8Array(evidenceFiles.jpeg())]), 'photo.jpg');
  const posted = await fetch(`${url}/your-claim/files`, { method: 'POST', body, headers });
  expect([posted.status, await posted.text()]).toEqual([503, expect.stringContaining(evidenceRefusals.full)]);
  expect(await sendClaim('after that')).toMatchObject({ status: 200 });
});

test.runIf(isPossible)(
  'a disk that another program fills in the midst of an upload takes nothing away that was acknowledged',
  async () => {
    const disk = makeSmallDisk(temporaryFolder(), 1_300);
    const { url, folder, sendClaim, end } = await startOn(disk);
    const headers = await openClaim(url);
    const accepted = [(await sendClaim('before')).reference];
    const [photo, film] = [evidenceFiles.jpeg(), evidenceFiles.mp4(60 * megabyte)];
    expect(await startUpload(url, photo, { headers }).done).toBeNull();

    const half = await beginUpload(url, headers, film);
    half.send(0, 20 * megabyte);
    await until('a part to be written', () => sizeOf(join(folder, 'evidence'), half.url) >= 20 * megabyte);
    fillDisk(folder, 'taken');
    half.send(20 * megabyte, 28 * megabyte);
    // The answer is lost where the connection is closed while more is on its way.
    expect([null, { status: 507, text: evidenceRefusals.full }]).toContainEqual(await half.answer);
    await until('what had come to be removed', () => sizeOf(join(folder, 'evidence'), half.url) === 0);

    fillDisk(folder, 'taken too');
    const whileFull = [];
    for (let count = 0; count < 5; count += 1) whileFull.push(await sendClaim(`while it is full ${count}`));
    for (const { status, message, reference } of whileFull) {
      expect([200, 503]).toContain(status);
      if (status === 200) accepted.push(reference);
      else expect(message).toContain('could not');
    }
    expect(await startUpload(url, photo, { headers }).done).toMatchObject({ message: evidenceRefusals.full });
    expect((await request(`${url}/healthz`)).status).toBe(200);

    for (const name of ['taken', 'taken too']) rmSync(join(folder, name), { force: true });
    await until('claims to be accepted again', async () => {
      const { status, reference } = await sendClaim('afterwards');
      if (status === 200) accepted.push(reference);
      return status === 200;
    });
    expect(await startUpload(url, film, { headers, uploadUrl: half.url }).done).toBeNull();
    await end('SIGKILL');

    const dataDir = temporaryFolder();
    disk.copyTo(dataDir);
    const store = new Sqlite(join(dataDir, 'kerbside.sqlite'));
    onTestFinished(() => void store.close());
    expect(store.pragma('integrity_check', { simple: true })).toBe('ok');
    const references = store.prepare('select reference from form_submissions').pluck().all();
    expect(references).toEqual(expect.arrayContaining(accepted));
    const kept = store
      .prepare('select submission_id, id, sha256 from evidence where received_at is not null order by size')
      .all();
    const onDisk = (kept as Record<string, string>[]).map((row) =>
      readFileSync(join(dataDir, 'evidence', `${row.submission_id}`, `${row.id}`)),
    );
    expect(onDisk.map(sha256)).toEqual([photo, film].map(sha256));
    expect((kept as Record<string, string>[]).map((row) => row.sha256)).toEqual([photo, film].map(sha256));
  },
);

/** The size of the file of an upload, in the folder of whatever claim. */
function sizeOf(folder: string, url: string | null): number {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).find((entry) => url?.endsWith(`/${entry.name}`));
  return found ? statSync(join(found.parentPath, found.name)).size : 0;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
