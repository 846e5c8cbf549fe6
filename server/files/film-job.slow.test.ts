// Protects: stills and copies of films are made on a folder and S3, served in parts to staff alone, and erased with the film.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { findFfmpeg, makeFilm } from '#testing/ffmpeg.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { startS3 } from '#testing/s3.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { filmBudgetMs } from './film-job.ts';

const program = findFfmpeg() ?? '';

describe.runIf(program)('ffmpeg', () => {
  test.each(['a folder', 'S3'])('A film in %s has a still and a copy that plays, which are erased with it', async (where) => {
    const s3 = where === 'S3' ? await startS3() : null;
    if (s3) onTestFinished(s3.stop);
    const product = await createTestEvidence(
      { FFMPEG_PATH: program, ...(s3 && { EVIDENCE_URL: s3.url }) },
      { hasPreviews: true },
    );
    const { evidence, services, dataDir } = product;
    const item = await settled(product, hevcFilm());
    expect(item).toMatchObject({ preview: 'ready', previewReason: null });
    const serve = (headers: Record<string, string> = {}) =>
      services.desk.evidence.serve(grace, new Request('http://a', { headers }), { id: item.id, version: 'copy' });
    const whole = await serve();
    expect(Object.fromEntries(whole?.headers ?? [])).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from((await whole?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
    const part = await serve({ Range: 'bytes=4-7' });
    expect([part?.status, part?.headers.get('content-range'), await part?.text()]).toEqual([
      206,
      `bytes 4-7/${bytes.length}`,
      'ftyp',
    ]);
    expect((await evidence.servePreview(new Request('http://a'), item, 'large'))?.status).toBe(200);
    expect(await evidence.serveCopy(new Request('http://a'), { ...item, scan: 'waiting' })).toBeNull();
    expect(readdirSync(join(dataDir, 'film-work'))).toEqual([]);
    expect(product.sqlite.prepare('select film_ms from form_submissions').pluck().get()).toBeGreaterThan(0);

    expect(await evidence.remove(item.id, grace)).toBe('erased');
    expect(await serve()).toBeNull();
    if (s3) expect((await s3.contents()).objects).toEqual([]);
    else expect(readdirSync(join(dataDir, 'evidence'))).toEqual([]);
  });

  test('A claim whose films took their time has no more stills unasked, and staff can ask for one', async () => {
    const product = await createTestEvidence({ FFMPEG_PATH: program }, { hasPreviews: true });
    product.sqlite.prepare('update form_submissions set film_ms = ?').run(filmBudgetMs);
    const item = await settled(product, hevcFilm());
    expect(item).toMatchObject({ preview: 'failed', previewReason: expect.stringContaining('no more stills') });
    await product.evidence.askForPreview(item.id, grace);
    await until('a still', async () => (await product.evidence.find(item.id))?.preview === 'ready');
  });
});

test('Without ffmpeg a film waits for nothing', async () => {
  const product = await createTestEvidence({}, { hasPreviews: true });
  expect(await settled(product, hevcFilm())).toMatchObject({ preview: 'none' });
});

let kept: Buffer | null = null;

/** An MP4 that not every browser plays; without ffmpeg the beginning of one. */
function hevcFilm(): Buffer {
  const options = { video: 'libx265', more: ['-x265-params', 'log-level=none', '-tag:v', 'hvc1'] };
  if (program) kept ??= readFileSync(makeFilm(program, join(temporaryFolder(), 'a.mp4'), options));
  return kept ?? Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('isom'), Buffer.alloc(60_000)]);
}

/** The film of a claim once it waits for nothing more. */
async function settled(product: Awaited<ReturnType<typeof createTestEvidence>>, film: Buffer) {
  expect(await product.mine.upload(film, { metadata: { filename: 'dashcam.mp4' } }).done).toBeNull();
  const id = String(product.evidenceRows()[0]?.id);
  return until('the previews', async () => {
    const item = await product.evidence.find(id);
    return item && item.preview !== 'waiting' ? item : null;
  });
}
