// Protects: uploads without a byte give way to others.
import { expect, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceRefusals } from './evidence-refusals.ts';

const databases = testDatabases();
const megabyte = 1024 ** 2;

test('uploads without a byte give way after an hour where room is short, others do not', async () => {
  const { mine, clock } = await createTestEvidence({
    DATABASE_URL: (await databases.newPlace()).databaseUrl ?? '',
    CLAIM_FILES_MB: '1024',
  });
  const tus = { 'Tus-Resumable': '1.0.0' };
  const begin = async (name: string, size: number) => {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`;
    const headers = { ...tus, 'Upload-Length': String(size), 'Upload-Metadata': metadata };
    return mine.request('/your-claim/files', { method: 'POST', headers });
  };
  const first = await begin('first.mp4', 500 * megabyte);
  const second = await begin('second.mp4', 500 * megabyte);
  const patch = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const path = String(second.headers.get('location'));
  expect((await mine.request(path, { method: 'PATCH', headers: patch, body: 'a' })).status).toBe(204);
  const refused = await begin('third.mp4', 60 * megabyte);
  expect([refused.status, await refused.text()]).toEqual([413, evidenceRefusals.tooMuch]);
  clock.now += 3_660_000;
  expect((await begin('third.mp4', 60 * megabyte)).status).toBe(201);
  expect((await mine.request(String(first.headers.get('location')), { method: 'HEAD', headers: tus })).status).toBe(404);
  expect((await mine.request(path, { method: 'HEAD', headers: tus })).headers.get('upload-offset')).toBe('1');
});
