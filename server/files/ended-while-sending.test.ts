// Protects: a file that is still coming is not kept once its link or claim has ended.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { until } from '#testing/until.ts';
import { evidenceRefusals } from './evidence-refusals.ts';

const databases = testDatabases();
const bytes = evidenceFiles.mp4(640_000);
const tus = { 'Tus-Resumable': '1.0.0' };

/** An upload of which half has come; `end` sends the rest. */
async function halfSent() {
  const database = await databases.open();
  const { evidence, storeClaim } = await createTestDesk(database);
  const reference = '7F4M-9TQX';
  const id = await storeClaim(undefined, { reference });
  const address = 'https://kerbside.example';
  const headers = { ...tus, 'Upload-Length': String(bytes.length) };
  const begun = new Request(`${address}/your-claim/files`, { method: 'POST', headers });
  const path = (await evidence.tusHandler(begun, { id, references: [reference] })).headers.get('location');
  const body = new PassThrough();
  const patch = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const sent = new Request(`${address}${path}`, { method: 'PATCH', headers: patch });
  const response = evidence.tusHandler(sent, { id, references: [reference] }, body);
  body.write(bytes.subarray(0, 320_000));
  await until('half of it to be read', () => body.readableLength === 0);
  const end = async () => {
    body.end(bytes.subarray(320_000));
    const { status } = await response;
    return { status, text: await (await response).text() };
  };
  return { database, evidence, id, end };
}

test('a file whose link is revoked while it comes is not kept', async () => {
  const { database, evidence, id, end } = await halfSent();
  await database.db.updateTable('form_submissions').set({ link_revoked_at: 1 }).where('id', '=', id).execute();
  expect(await end()).toEqual({ status: 403, text: evidenceRefusals.noLink });
  expect(await evidence.list(id)).toEqual([]);
});

test('a file whose claim is erased while it comes is answered that the claim is gone', async () => {
  const { database, evidence, id, end } = await halfSent();
  const rows = await database.db.selectFrom('evidence').selectAll().execute();
  await database.db.deleteFrom('form_submissions').where('id', '=', id).execute();
  await evidence.forget(rows);
  expect(await end()).toEqual({ status: 410, text: evidenceRefusals.noClaim });
});

test('a file that is cancelled in another tab while its last piece comes is answered that the upload is gone', async () => {
  const { database, id, end } = await halfSent();
  await database.db.deleteFrom('evidence').where('submission_id', '=', id).execute();
  expect(await end()).toEqual({ status: 404, text: evidenceRefusals.noUpload });
});
