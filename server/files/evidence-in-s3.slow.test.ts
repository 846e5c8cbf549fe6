// Protects: files are kept in S3 as on a disk, also while S3 fails.
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { engines } from '#testing/databases.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { filmOf, movieHeader } from '#testing/fixtures/film.ts';
import { createDatabase, query } from '#testing/postgres-server.ts';
import { startS3 } from '#testing/s3.ts';
import { sharedPostgresPort } from '#testing/test-run.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import { until } from '#testing/until.ts';
import { evidenceRefusals } from './evidence-refusals.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const megabyte = 1024 * 1024;

async function inS3() {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const product = await createTestEvidence({ EVIDENCE_URL: s3.url }, { hasPreviews: true });
  return { s3, ...product };
}

test('a video arrives in S3 whole, in one request or in many, and it and its facts are read again in ranges', async () => {
  const { s3, mine, evidence, evidenceRows } = await inS3();
  const bytes = filmOf([movieHeader(0, 61_500)], { mediaBytes: 19 * megabyte + 77 });
  for (const chunkSize of [Number.POSITIVE_INFINITY, 3 * megabyte])
    expect(await mine.upload(bytes, { chunkSize }).done).toBeNull();
  for (const row of evidenceRows()) {
    expect(row).toMatchObject({ sha256: sha256(bytes), size: bytes.length, received_at: expect.any(Number) });
    const opened = await evidence.open(row.id, { start: 9_000_000, end: 9_000_999 });
    expect(Buffer.from(await new Response(opened?.stream).arrayBuffer()).equals(bytes.subarray(9_000_000, 9_001_000))).toBe(true);
  }
  await until('facts', () => evidenceRows().every((row) => row.duration_ms === 61_500));
  expect((await s3.contents()).uploads).toEqual([]);
  expect((await s3.contents()).objects).toHaveLength(2);
});

test('what is refused, cancelled or removed leaves nothing in S3', async () => {
  const { s3, mine, evidence, evidenceRows } = await inS3();
  expect((await mine.upload(refusedFiles['a page']).done)?.status).toBe(415);
  expect((await mine.upload(refusedFiles['a picture that is an archive too']).done)?.status).toBe(415);
  let isCancelled: Promise<void> | null = null;
  const started = mine.upload(evidenceFiles.mp4(20 * megabyte), {
    chunkSize: 6 * megabyte,
    onChunkComplete: () => {
      isCancelled ??= started.upload.abort(true);
    },
  });
  await until('the upload to be cancelled', () => isCancelled !== null);
  await isCancelled;
  expect(await mine.upload(evidenceFiles.jpeg()).done).toBeNull();
  await evidence.remove(String(evidenceRows()[0]?.id), { id: null, name: 'Olu' });
  expect([await s3.contents(), evidenceRows()]).toEqual([{ objects: [], uploads: [] }, []]);
});

test('while S3 is down a sentence says so, claims are accepted, and the upload goes on when it is up again', async () => {
  const { s3, mine, openClaim, send, evidenceRows } = await inS3();
  const bytes = evidenceFiles.mp4(20 * megabyte);
  const started = mine.upload(bytes, { chunkSize: 6 * megabyte, onChunkComplete: () => void s3.shutDown() });
  expect(await started.done).toEqual({ status: 503, message: evidenceRefusals.unavailable });
  expect(await mine.upload(evidenceFiles.jpeg()).done).toEqual({ status: 503, message: evidenceRefusals.unavailable });
  expect((await send('Contact Us', {})).status).toBe(422);
  await openClaim();
  await s3.bringUp();
  const { url } = started.upload;
  expect(await mine.upload(bytes, { uploadUrl: url }).done).toBeNull();
  expect(evidenceRows().map((row) => row.sha256)).toEqual([sha256(bytes)]);
});

test('whatever is sent is refused with a sentence once S3 has been silent for twenty seconds', async () => {
  const { s3, mine } = await inS3();
  // Connections are kept from it.
  expect(await mine.upload(evidenceFiles.jpeg()).done).toBeNull();
  onTestFinished(s3.hold());
  const form = new FormData();
  for (const name of ['one.jpg', 'two.jpg']) form.append('files', new Blob([new Uint8Array(evidenceFiles.jpeg())]), name);
  const sendForm = async () => {
    const response = await mine.request('/your-claim/files', { method: 'POST', body: form });
    return { status: response.status, message: await response.text() };
  };
  const begun = performance.now();
  const answers = await Promise.all([mine.upload(evidenceFiles.jpeg()).done, sendForm()]);
  for (const answer of answers)
    expect(answer).toEqual({ status: 503, message: expect.stringContaining(evidenceRefusals.unavailable) });
  const waited = performance.now() - begun;
  expect([waited > 19_000, waited < 35_000]).toEqual([true, true]);
});

test('a slow S3 does not keep claims from being accepted', async () => {
  const { s3, mine, openClaim } = await inS3();
  const letGo = s3.hold();
  const before = s3.requests.length;
  const uploads = Array.from({ length: 4 }, () => mine.upload(evidenceFiles.jpeg(400_000)).done);
  await until('all to wait for S3', () => s3.requests.length >= before + 4);
  await openClaim();
  letGo();
  expect(await Promise.all(uploads)).toEqual([null, null, null, null]);
});

test.runIf(engines.length > 1)(
  'an upload that was begun on one instance goes on at another, also while the first one does not know that it was left',
  async () => {
    const s3 = await startS3();
    onTestFinished(s3.stop);
    const databaseUrl = await createDatabase(await sharedPostgresPort());
    const settings = { EVIDENCE_URL: s3.url, DATABASE_URL: databaseUrl, AUTH_SECRET: 'one secret of all instances here' };
    const [first, second] = [await createTestEvidence(settings), await createTestEvidence(settings)];
    const { mine } = first;
    const bytes = evidenceFiles.mp4(20 * megabyte);
    const length = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(bytes.length) };
    const created = await mine.request('/your-claim/files', { method: 'POST', headers: length });
    const path = String(created.headers.get('location'));
    // The phone has lost its signal: no more bytes arrive, and nothing reports it.
    const silent = connect(first.port, '127.0.0.1');
    onTestFinished(() => void silent.destroy());
    const lines = Object.entries({
      ...mine.headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Length': String(bytes.length),
    });
    const head = `PATCH ${path} HTTP/1.1\r\nHost: kerbside.example\r\nContent-Type: application/offset+octet-stream\r\n`;
    silent.write(`${head}${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    silent.write(bytes.subarray(0, 11 * megabyte));
    await until('the first part to be in S3', () => s3.requests.some((one) => /^PUT .*partNumber=1/.test(one)));
    // Where the machine stands still for as long as a request waits for another, it gets 423, after which the page tries again.
    const goOn = async () => {
      const startedAt = performance.now();
      const refused = await mine.upload(bytes, { uploadUrl: `${second.url}${path}` }).done;
      return { refused, tookMs: performance.now() - startedAt };
    };
    const { refused } = await undisturbed(goOn, (one) => one.refused?.status !== 423 || one.tookMs < 20_000);
    expect(refused).toBeNull();
    const rows = await query(databaseUrl, 'select sha256, locked_by from evidence');
    expect(rows).toEqual([{ sha256: sha256(bytes), locked_by: null }]);
    const went = s3.requests.filter((one) => /^PUT .*partNumber=/.test(one));
    expect(went.length).toBeLessThanOrEqual(5);
  },
);
