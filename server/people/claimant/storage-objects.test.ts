// Protects: an upload of the storage client is kept byte for byte or refused with its sentence.
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { evidenceRefusals, tooLarge } from '#server/files/evidence-refusals.ts';
import { bytesIn, createTestEvidence, type filesOf, refused } from '#testing/create-test-evidence.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { storageErrors } from './storage-errors.ts';

const photo = evidenceFiles.jpeg();

describe('an upload', () => {
  test.each<[string, () => Parameters<ReturnType<typeof filesOf>['upload']>[1]]>([
    ['a Buffer', () => photo],
    ['an ArrayBuffer', () => new Uint8Array(photo).buffer],
    ['a Blob', () => new Blob([new Uint8Array(photo)])],
    ['a File', () => new File([new Uint8Array(photo)], 'other.jpg', { type: 'image/jpeg' })],
    [
      'a FormData',
      () => {
        const form = new FormData();
        form.append('anything', new Blob([new Uint8Array(photo)]), 'x.jpg');
        return form;
      },
    ],
    ['a stream', () => new Blob([new Uint8Array(photo)]).stream()],
    ["a stream of Node's", () => Readable.from([photo.subarray(0, 9), photo.subarray(9)])],
  ])('of %s arrives byte for byte under the name of its path', async (_, body) => {
    const { mine } = await createTestEvidence();
    expect((await mine.files.upload(mine.path('crash.jpg'), body(), { cacheControl: '7200' })).error).toBeNull();
    const [object] = (await mine.files.list(mine.reference)).data ?? [];
    expect(object).toMatchObject({ name: 'crash.jpg', metadata: { mimetype: 'image/jpeg', size: photo.length } });
    expect(await bytesIn((await mine.files.download(mine.path('crash.jpg'))).data)).toEqual(photo);
  });

  test('keeps the cache control that it was sent with, and is never cached all the same', async () => {
    const { mine, url } = await createTestEvidence();
    await mine.files.upload(mine.path('a.jpg'), photo, { cacheControl: '7200' });
    await mine.files.upload(mine.path('b.jpg'), new Blob([new Uint8Array(photo)]), { cacheControl: '60' });
    const { data } = await mine.files.list(mine.reference);
    expect(data?.map(({ metadata }) => metadata?.cacheControl)).toEqual(['max-age=7200', 'max-age=60']);
    const response = await fetch(`${url}/storage/v1/object/evidence/${mine.path('a.jpg')}`, {
      headers: { Authorization: `Bearer ${mine.token}` },
    });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="a.jpg"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await response.body?.cancel();
  });

  test.each([
    ['in folders', 'before/front left.jpg'],
    ['with letters of every script', 'Kratzer – stoßstange 划痕.jpg'],
    ['with signs', "it's (mine) & yours, 50+1=51 @ ~home!.jpg"],
  ])('may have a name %s', async (_, name) => {
    const { mine } = await createTestEvidence();
    await mine.contact();
    expect((await mine.files.upload(mine.path(name), photo)).error).toBeNull();
    expect(await bytesIn((await mine.files.download(mine.path(name))).data)).toEqual(photo);
    const { data } = await mine.files.createSignedUrl(mine.path(name), 60, { download: true });
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
    expect((await mine.files.remove([mine.path(name)])).data).toHaveLength(1);
  });

  test.each([
    ['a control character', 'a%07.jpg'],
    ['a letter that turns others round', 'a%E2%80%AEgpj.exe.jpg'],
    ['an encoded slash and dots', '..%2F..%2Fa.jpg'],
    ['a backslash', 'a%5Cb.jpg'],
    ['an encoded percent sign', 'a%2541.jpg'],
    ['NUL', 'a%00.jpg'],
    ['bytes that are not UTF-8', 'a%ff.jpg'],
    ['too many letters', `${'a'.repeat(300)}.jpg`],
    ['too many folders', `${'a/'.repeat(150)}a.jpg`],
  ])('with %s in its name is refused', async (_, name) => {
    const { mine, url, evidenceRows } = await createTestEvidence();
    const response = await fetch(`${url}/storage/v1/object/evidence/${mine.reference}/${name}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${mine.token}` },
      body: new Uint8Array(photo),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ statusCode: '400', error: 'InvalidKey', message: storageErrors.invalidKey.message });
    expect(evidenceRows()).toEqual([]);
  });

  test.each([
    ['a page', refusedFiles['a page'], 415, evidenceRefusals.active],
    ['a picture that is a page too', refusedFiles['a picture that is a page too'], 415, evidenceRefusals.disguised],
    ['nothing', Buffer.alloc(0), 422, evidenceRefusals.empty],
    ['a picture of 26 MB', evidenceFiles.jpeg(26 * 1024 ** 2), 413, tooLarge('picture', evidenceLimits.file.picture)],
  ])('of %s is refused with its sentence, as body and as form', async (_, bytes, status, message) => {
    const { mine, evidenceRows } = await createTestEvidence();
    for (const body of [bytes, new Blob([new Uint8Array(bytes)])])
      expect(await mine.files.upload(mine.path('a.jpg'), body)).toEqual(refused({ status, message }));
    expect(evidenceRows()).toEqual([]);
  });

  test('of a form without a file, or in another encoding, is refused', async () => {
    const { mine, url } = await createTestEvidence();
    expect(await mine.files.upload(mine.path('a.jpg'), new FormData())).toEqual(refused(storageErrors.noFile));
    const response = await fetch(`${url}/storage/v1/object/evidence/${mine.path('a.jpg')}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${mine.token}`, 'Content-Encoding': 'gzip' },
      body: new Uint8Array(photo),
    });
    expect([response.status, (await response.json()).message]).toEqual([415, storageErrors.compressed.message]);
  });

  test('beyond the number of files of a claim is refused', async () => {
    const { mine, sqlite, evidenceRows } = await createTestEvidence();
    await mine.files.upload(mine.path('a.jpg'), photo);
    const copy = sqlite.prepare(
      'insert into evidence (id, submission_id, name, size, created_at, added_by) select ?, submission_id, name, 1, created_at, added_by from evidence limit 1',
    );
    for (let count = 1; count < evidenceLimits.claimFiles; count += 1) copy.run(`copy-${count}`);
    const outcome = await mine.files.upload(mine.path('b.jpg'), photo);
    expect(outcome).toEqual(refused({ status: 413, message: evidenceRefusals.tooMany }));
    expect(evidenceRows()).toHaveLength(evidenceLimits.claimFiles);
  });
});
