// Protects: who announces much and sends little takes no room from other visitors, and is answered when it has to end.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { beginUpload } from '#testing/held-upload.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import type { EvidenceRow } from './evidence-rows.ts';
import { openFolderStore } from './folder-store.ts';
import { appendTo } from './uploads.ts';

const databases = testDatabases();
const megabyte = 1024 ** 2;
const from = (address: string) => ({ 'X-Forwarded-For': address });

test.each([
  ['which is enough for all', 1_024 + 300, 0],
  // Two megabytes are for what is written and still promised: the two are counted one after the other.
  ['which they fill', 1_024 + 194, 1],
])(
  'beside fifty slow uploads of one address that announce 6 GB, a photograph of another visitor is kept in what is left, %s',
  async (_, freeMegabytes, ended) => {
    const folder = temporaryFolder();
    const sizes = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [statSync(join(entry.parentPath, entry.name)).size] : [],
      );
    const freeBytes = async () => freeMegabytes * megabyte - sizes().reduce((sum, size) => sum + size, 0);
    const files = { ...openFolderStore(folder), freeBytes, diskBytes: async () => 8 * 1024 * megabyte };
    const { mine, openClaim, url } = await createTestEvidence({ TRUST_PROXY: '1' }, { files });
    const claims = await Promise.all(Array.from({ length: 10 }, () => openClaim()));
    const film = evidenceFiles.mp4(400_000);
    const uploads = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const headers = { ...claims[index % 10]?.headers, ...from('203.0.113.66') };
        return beginUpload(url, headers as Record<string, string>, film, 120 * megabyte);
      }),
    );
    for (const { send } of uploads) send(0, 40_000);
    const most = Math.min(50, Math.floor((freeMegabytes - 1_024) / 4));
    await until('what they sent', () => sizes().filter((size) => size === 40_000).length === most);
    const photograph = mine.upload(evidenceFiles.jpeg(3_000_000), { headers: { ...mine.headers, ...from('198.51.100.7') } });
    expect(await photograph.done).toBeNull();
    const answers = await Promise.all(uploads.map(({ answer }) => Promise.race([answer, null])));
    expect(answers.filter((answer) => answer?.status === 409)).toHaveLength(ended);
    for (const { stop } of uploads) stop();
  },
);

test('where the disk has no room for an upload, no other upload is ended for it', async () => {
  const store = { freeBytes: async () => 100 * megabyte, diskBytes: async () => 8 * 1024 * megabyte };
  const files = { ...openFolderStore(temporaryFolder()), ...store };
  const app = await openTestApp(await databases.open('sqlite'), { files });
  const row = { id: 'a', submission_id: 'of', name: 'a.jpg', size: 300_000, added_by: 'claimant' };
  const upload = { offset: 0, append: async () => 0 };
  let ended = 0;
  const makeRoom = () => {
    ended += 1;
    return ended < 2;
  };
  const appended = appendTo(app, row as EvidenceRow, upload, Readable.from([evidenceFiles.jpeg(300_000)]), { makeRoom });
  await expect(appended).rejects.toMatchObject({ status: 507 });
  expect(ended).toBe(0);
});
