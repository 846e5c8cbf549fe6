// Protects: a refused upload gives back its space.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { tooLarge } from './evidence-refusals.ts';

const largePicture = evidenceFiles.jpeg(evidenceLimits.file.picture + 1);

/** The product with a store from which no row of evidence can be deleted, as on a full disk. */
async function withRowsThatStay() {
  const product = await createTestEvidence();
  const files = () =>
    readdirSync(join(product.dataDir, 'evidence'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  await product.change("create trigger stays before delete on evidence begin select raise(abort, 'full'); end");
  return { ...product, files };
}

test('what is refused in the midst of a form gives back its bytes, also where its row cannot be deleted', async () => {
  const { mine, files, evidenceRows, logged } = await withRowsThatStay();
  const body = new FormData();
  body.append('files', new Blob([new Uint8Array(largePicture)]), 'photo.jpg');
  expect(await (await mine.request('/your-claim/files', { method: 'POST', body })).text()).toContain(
    tooLarge('picture', evidenceLimits.file.picture),
  );
  expect([files(), evidenceRows().map((row) => row.received_at)]).toEqual([[], [null]]);
  expect(logged.join('')).toContain('upload not removed');
});

test('so does an upload that resumes and is cancelled, and one that turns out at its end to be an archive too', async () => {
  const { mine, files, evidenceRows } = await withRowsThatStay();
  const bytes = evidenceFiles.jpeg(4_000_000);
  const cancelled = Promise.withResolvers<void>();
  const started = mine.upload(bytes, {
    chunkSize: 1_000_000,
    onChunkComplete: () => void started.upload.abort(true).then(cancelled.resolve, cancelled.resolve),
  });
  await cancelled.promise;
  expect(await mine.upload(refusedFiles['a picture that is an archive too']).done).toMatchObject({ status: 415 });
  expect([files(), evidenceRows().map((row) => row.received_at)]).toEqual([[], [null, null]]);
});
