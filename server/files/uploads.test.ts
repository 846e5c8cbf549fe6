// Protects: resumable uploads are kept byte for byte, refused with a sentence, and reached by their own claim only.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { createTestEvidence, startUpload } from '#testing/create-test-evidence.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { until } from '#testing/until.ts';
import { evidenceRefusals, tooLarge } from './evidence-refusals.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const filesIn = (dataDir: string) =>
  readdirSync(join(dataDir, 'evidence'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

test('a file becomes evidence, byte for byte, with its hash on record', async () => {
  const { mine, dataDir, evidenceRows, events, evidence } = await createTestEvidence();
  const [bytes, mediaType] = [evidenceFiles.mov(), 'video/quicktime'];
  expect(await mine.upload(bytes, { metadata: { filename: 'what I saw.mov' } }).done).toBeNull();
  const [row] = evidenceRows();
  const facts = { name: 'what I saw.mov', size: bytes.length, media_type: mediaType, sha256: sha256(bytes) };
  expect(row).toMatchObject({ ...facts, received_at: expect.any(Number) });
  expect(readFileSync(join(dataDir, 'evidence', String(row?.submission_id), String(row?.id))).equals(bytes)).toBe(true);
  const [event] = events().filter(({ action }) => action === 'evidence received');
  expect(JSON.parse(event?.details ?? '')).toEqual({ evidence: row?.id, sha256: sha256(bytes), size: bytes.length, mediaType });
  expect(await evidence.list(String(row?.submission_id))).toMatchObject([{ id: row?.id, mediaType }]);
});

test.each(Object.entries(refusedFiles))('%s is refused with a sentence, and nothing of it stays', async (_, bytes) => {
  const { mine, dataDir, evidenceRows, events } = await createTestEvidence();
  const outcome = await mine.upload(bytes).done;
  expect(outcome?.status).toBe(415);
  expect([evidenceRefusals.active, evidenceRefusals.disguised]).toContain(outcome?.message);
  expect([evidenceRows(), filesIn(dataDir), events()]).toEqual([[], [], []]);
});

test('a picture with the name of a page is refused', async () => {
  const { mine } = await createTestEvidence();
  const outcome = await mine.upload(evidenceFiles.jpeg(), { metadata: { filename: 'photo.jpg.html' } }).done;
  expect(outcome).toEqual({ status: 415, message: evidenceRefusals.disguised });
});

test('a client cannot say who adds a file', async () => {
  const { mine, evidenceRows } = await createTestEvidence();
  expect(
    await mine.upload(evidenceFiles.jpeg(), { metadata: { filename: 'photo.jpg', addedBy: 'olu', atMost: '1' } }).done,
  ).toBeNull();
  expect(evidenceRows()).toMatchObject([{ added_by: 'claimant', size: 60_000 }]);
});

test('a client that sends a file with its beginning, or in two halves, leaves no part of it as evidence', async () => {
  const { mine, evidenceRows } = await createTestEvidence();
  const bytes = evidenceFiles.mp4();
  expect(await mine.upload(bytes, { uploadDataDuringCreation: true }).done).toBeNull();
  expect((await mine.upload(bytes, { parallelUploads: 2 }).done)?.status).toBe(400);
  expect(evidenceRows()).toMatchObject([{ sha256: sha256(bytes) }]);
});

test('what is refused is refused alone', async () => {
  const { mine, evidenceRows } = await createTestEvidence();
  const files = [evidenceFiles.jpeg(), refusedFiles['a page'], evidenceFiles.pdf(), Buffer.alloc(0)];
  const outcomes = await Promise.all(files.map((bytes) => mine.upload(bytes).done));
  expect(outcomes.map((outcome) => outcome?.status ?? 'received')).toEqual(['received', 415, 'received', 422]);
  expect(
    evidenceRows()
      .map(({ media_type }) => media_type)
      .toSorted(),
  ).toEqual(['application/pdf', 'image/jpeg']);
});

test('a picture of more than 25 MB is refused after its beginning, and so is what says that it is larger than a film may be', async () => {
  const { mine, dataDir, evidenceRows } = await createTestEvidence();
  const large = evidenceFiles.jpeg(evidenceLimits.file.picture + 1);
  expect(await mine.upload(large).done).toEqual({ status: 413, message: tooLarge('picture', evidenceLimits.file.picture) });
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(evidenceLimits.file.film + 1) };
  const response = await mine.request('/your-claim/files', { method: 'POST', headers });
  expect([response.status, await response.text()]).toEqual([413, tooLarge('film', evidenceLimits.file.film)]);
  expect([evidenceRows(), filesIn(dataDir)]).toEqual([[], []]);
  expect(await mine.upload(evidenceFiles.jpeg(evidenceLimits.file.picture)).done).toBeNull();
});

test('a film of more than 25 MB is kept, in as many requests as the client likes', async () => {
  const { mine, evidenceRows } = await createTestEvidence();
  const bytes = evidenceFiles.mp4(30 * 1024 * 1024);
  expect(await mine.upload(bytes, { chunkSize: 8 * 1024 * 1024 }).done).toBeNull();
  expect(evidenceRows()[0]?.sha256).toBe(sha256(bytes));
});

test('one claim cannot reach the uploads of another by any method, and nobody reaches one without a link', async () => {
  const { mine, openClaim, url } = await createTestEvidence();
  const theirs = await openClaim();
  const bytes = evidenceFiles.jpeg();
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(bytes.length) };
  const created = await theirs.request('/your-claim/files', { method: 'POST', headers });
  const path = String(created.headers.get('location'));
  expect([created.status, path.startsWith('/your-claim/files/')]).toEqual([201, true]);
  for (const method of ['HEAD', 'PATCH', 'DELETE']) {
    const patch = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    const body = method === 'PATCH' ? bytes : undefined;
    expect(
      (await mine.request(path, { method, headers: patch, ...(body && { body: new Uint8Array(body) }) })).status,
      method,
    ).toBe(404);
    const nobody = await fetch(`${url}${path}`, { method, headers: { ...patch, Origin: 'https://kerbside.example' } });
    expect(nobody.status, method).toBe(403);
  }
  expect((await theirs.request(path, { headers: { 'Tus-Resumable': '1.0.0' } })).status).toBe(405);
  expect(
    (await theirs.request(path, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })).headers.get('upload-offset'),
  ).toBe('0');
  const foreign = await theirs.request(path, {
    method: 'DELETE',
    headers: { 'Tus-Resumable': '1.0.0', Origin: 'https://evil.example' },
  });
  expect(foreign.status).toBe(403);
  for (const odd of ['/your-claim/files/..%2F..%2Fkerbside.sqlite', '/your-claim/files/%00', '/your-claim/files/a/b'])
    expect(
      (await theirs.request(odd, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })).status,
      odd,
    ).toBeGreaterThanOrEqual(404);
});

test('the token of a private link adds files without a cookie, and whichever claim the cookie opens', async () => {
  const { mine, openClaim, evidenceRows, sqlite, url } = await createTestEvidence();
  const other = await openClaim();
  const withToken = (token: string, cookie = {}) => ({
    ...cookie,
    Origin: mine.headers.Origin,
    Authorization: `Bearer ${token}`,
  });
  const bytes = evidenceFiles.jpeg();
  expect(await startUpload(url, bytes, { headers: withToken(String(mine.token)) }).done).toBeNull();
  expect(
    await startUpload(url, bytes, { headers: withToken(String(mine.token), { Cookie: other.headers.Cookie }) }).done,
  ).toBeNull();
  const owner = sqlite.prepare('select reference from form_submissions where id = ?').pluck();
  expect(evidenceRows().map(({ submission_id: id }) => owner.get(id))).toEqual([mine.reference, mine.reference]);

  // A token that is wrong opens nothing, whatever the cookie would.
  const refused = await startUpload(url, bytes, { headers: withToken('x'.repeat(40), { Cookie: other.headers.Cookie }) }).done;
  expect(refused).toEqual({ status: 403, message: evidenceRefusals.noLink });
  const elsewhere = { ...withToken(String(mine.token)), Origin: 'https://elsewhere.example' };
  expect(await startUpload(url, bytes, { headers: elsewhere }).done).toMatchObject({ status: 403 });
  expect(evidenceRows()).toHaveLength(2);
});

test('a cancelled upload leaves nothing, and a received file that is cancelled goes, on the record', async () => {
  const { mine, dataDir, evidenceRows, events } = await createTestEvidence();
  let isCancelled: Promise<void> | null = null;
  const started = mine.upload(evidenceFiles.mp4(20_000_000), {
    chunkSize: 1_000_000,
    onChunkComplete: () => {
      isCancelled ??= started.upload.abort(true);
    },
  });
  await until('the upload to be cancelled', () => isCancelled !== null);
  await isCancelled;
  expect([evidenceRows(), filesIn(dataDir)]).toEqual([[], []]);
  expect(await mine.upload(evidenceFiles.jpeg()).done).toBeNull();
  const path = `/your-claim/files/${evidenceRows()[0]?.id}`;
  expect((await mine.request(path, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })).status).toBe(204);
  expect([evidenceRows(), filesIn(dataDir)]).toEqual([[], []]);
  expect(events().map(({ action }) => action)).toEqual(['evidence received', 'evidence removed']);
});

test('a file that is cancelled while it becomes evidence does not vanish off the record', async () => {
  const { mine, dataDir, evidenceRows, events } = await createTestEvidence();
  const body = new Uint8Array(evidenceFiles.jpeg());
  const tus = (path: string, method: string, headers: Record<string, string>, sent?: Uint8Array<ArrayBuffer>) =>
    mine.request(path, { method, headers: { 'Tus-Resumable': '1.0.0', ...headers }, body: sent ?? null });
  for (let count = 0; count < 20; count += 1) {
    const begun = await tus('/your-claim/files', 'POST', { 'Upload-Length': String(body.length) });
    const path = begun.headers.get('location') ?? '';
    const type = 'application/offset+octet-stream';
    const sent = tus(path, 'PATCH', { 'Upload-Offset': '0', 'Content-Type': type }, body).catch(() => {});
    await pause(count / 2);
    expect((await tus(path, 'DELETE', {})).status).toBe(204);
    await sent;
  }
  expect([evidenceRows(), filesIn(dataDir)]).toEqual([[], []]);
  const idsOf = (action: string) =>
    events().flatMap((event) => (event.action === action ? [JSON.parse(event.details).evidence] : []));
  expect(idsOf('evidence removed')).toEqual(idsOf('evidence received'));
});

test('where the database cannot record a removal, the file stays', async () => {
  const { mine, dataDir, evidenceRows, change } = await createTestEvidence();
  expect(await mine.upload(evidenceFiles.pdf()).done).toBeNull();
  await change("create trigger broken before delete on evidence begin select raise(abort, 'broken'); end");
  const path = `/your-claim/files/${evidenceRows()[0]?.id}`;
  expect((await mine.request(path, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })).status).toBe(500);
  expect([evidenceRows(), filesIn(dataDir)]).toMatchObject([[{ size: evidenceFiles.pdf().length }], [expect.any(Object)]]);
});

test('what staff added is not removed by anyone who has the link, and what came an hour ago is kept', async () => {
  const { mine, evidenceRows, change } = await createTestEvidence();
  const remove = (id: unknown) =>
    mine.request(`/your-claim/files/${id}`, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } });
  expect(await mine.upload(evidenceFiles.pdf()).done).toBeNull();
  const [{ id } = { id: '' }] = evidenceRows();
  await change("update evidence set added_by = 'grace'");
  expect((await remove(id)).status).toBe(404);
  await change("update evidence set added_by = 'claimant', received_at = received_at - 3600001");
  expect((await remove(id)).status).toBe(204);
  expect(evidenceRows()).toMatchObject([{ removed_at: expect.any(Number) }]);
});

test('anyone who has the link adds as the claimant, whatever the upload says of itself', async () => {
  const { mine, evidenceRows, events } = await createTestEvidence();
  expect(await mine.upload(evidenceFiles.jpeg(), { metadata: { filename: 'a.jpg', addedBy: 'staff-1' } }).done).toBeNull();
  expect(evidenceRows()).toMatchObject([{ added_by: 'claimant' }]);
  expect(events()).toMatchObject([{ actor: 'The claimant' }]);
});

test('the memory of each piece that came from a connection is given back once it is written, unless others share it', async () => {
  const { mine, evidence, evidenceRows } = await createTestEvidence();
  const bytes = evidenceFiles.mp4(640_000);
  const begun = await mine.request('/your-claim/files', {
    method: 'POST',
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(bytes.length) },
  });
  const [{ submission_id: id = '' } = {}] = evidenceRows();
  const copyOf = (start: number, end: number) => Buffer.from(Uint8Array.from(bytes.subarray(start, end)).buffer);
  const pieces = Array.from({ length: 8 }, (_, index) => copyOf(index * 64_000, (index + 1) * 64_000));
  const shared = copyOf(512_000, bytes.length);
  const body = Readable.from([...pieces, shared.subarray(0, 64_000), shared.subarray(64_000)]);
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const patch = new Request(`https://kerbside.example${begun.headers.get('location')}`, { method: 'PATCH', headers });
  const response = await evidence.tusHandler(patch, { id, references: [mine.reference] }, body);
  expect([response.status, evidenceRows()[0]?.sha256]).toEqual([204, sha256(bytes)]);
  expect([...pieces, shared].map(({ length }) => length)).toEqual([...pieces.map(() => 0), 128_000]);
});
