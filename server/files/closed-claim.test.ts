// Protects: a closed claim takes no new files, and finishes those that are under way.
import { expect, test } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { createTestEvidence, refused } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import { reserveFile } from './evidence-rows.ts';

const databases = testDatabases();
const photo = evidenceFiles.jpeg();
const tus = { 'Tus-Resumable': '1.0.0' };

test('a closed claim reserves no room for the claimant, and goes on doing so for staff', async () => {
  const database = await databases.open();
  const claim = claimFrom();
  await createSubmissionStore(database).insertAll([claim]);
  await database.db.updateTable('form_submissions').set({ closed_at: 1 }).where('id', '=', claim.id).execute();
  const app = await openTestApp(database);
  const file = { submissionId: claim.id, name: 'photo.jpg', size: 9_000 };
  expect(await reserveFile(app, { ...file, id: 'first', addedBy: 'claimant' })).toEqual({
    kind: 'refused',
    status: 409,
    message: evidenceRefusals.closed,
  });
  expect(await reserveFile(app, { ...file, id: 'second', addedBy: 'grace' })).toMatchObject({ kind: 'reserved' });
});

test('a closed claim takes files by no way, each with the sentence that says so', async () => {
  const { mine, change, evidenceRows } = await createTestEvidence();
  await change(`update form_submissions set closed_at = ${Date.now()}`);
  const outcome = { status: 409, message: evidenceRefusals.closed };
  expect(await mine.upload(photo).done).toEqual(outcome);
  expect(await mine.files.upload(mine.path('photo.jpg'), photo)).toEqual(refused(outcome));
  const body = new FormData();
  body.append('files', new File([new Uint8Array(photo)], 'photo.jpg'));
  const response = await mine.request('/your-claim/files', { method: 'POST', body });
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(evidenceRefusals.closed)]);
  expect(evidenceRows()).toEqual([]);
});

test('an upload that is under way when its claim is closed comes to its end, and stays', async () => {
  const { mine, change, evidenceRows } = await createTestEvidence();
  const headers = { ...tus, 'Upload-Length': String(photo.length) };
  const path = String((await mine.request('/your-claim/files', { method: 'POST', headers })).headers.get('location'));
  await change(`update form_submissions set closed_at = ${Date.now()}`);
  const patch = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const sent = await mine.request(path, { method: 'PATCH', headers: patch, body: new Uint8Array(photo) });
  expect([sent.status, evidenceRows()]).toMatchObject([204, [{ received_at: expect.any(Number) }]]);
  const removed = await mine.request(path, { method: 'DELETE', headers: tus });
  expect([removed.status, await removed.text(), evidenceRows().length]).toEqual([403, evidenceRefusals.kept, 1]);
});
