// Protects: the real storage client works against the product.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { uploadSlots } from '#server/files/upload-slots.ts';
import { bytesIn, createTestEvidence, refused } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { storageErrors } from './storage-errors.ts';

const databases = testDatabases();

const photo = evidenceFiles.jpeg();

describe('the real client', () => {
  test('uploads, lists, downloads, signs and removes a file', async () => {
    const { mine } = await createTestEvidence({ DATABASE_URL: (await databases.newPlace()).databaseUrl ?? '' });
    await mine.contact();
    const { files, path, reference } = mine;
    const uploaded = await files.upload(path('photo.jpg'), photo, { contentType: 'image/jpeg' });
    expect(uploaded).toEqual({
      data: { id: expect.any(String), path: path('photo.jpg'), fullPath: `evidence/${path('photo.jpg')}` },
      error: null,
    });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const metadata = {
      eTag: `"${createHash('sha256').update(photo).digest('hex')}"`,
      size: photo.length,
      contentLength: photo.length,
      mimetype: 'image/jpeg',
      httpStatusCode: 200,
      cacheControl: 'max-age=3600',
      lastModified: time,
    };
    const object = {
      name: 'photo.jpg',
      id: uploaded.data?.id,
      created_at: time,
      updated_at: time,
      last_accessed_at: time,
      metadata,
    };
    expect(await files.list(reference)).toEqual({ data: [object], error: null });
    expect((await files.list()).data).toEqual([expect.objectContaining({ name: reference, id: null, metadata: null })]);
    expect(await bytesIn((await files.download(path('photo.jpg'))).data)).toEqual(photo);
    expect(await files.exists(path('photo.jpg'))).toEqual({ data: true, error: null });
    expect((await files.info(path('photo.jpg'))).data).toMatchObject({
      id: uploaded.data?.id,
      name: path('photo.jpg'),
      bucketId: 'evidence',
      size: photo.length,
      contentType: 'image/jpeg',
      cacheControl: 'max-age=3600',
      etag: metadata.eTag,
    });
    const { data: signed } = await files.createSignedUrl(path('photo.jpg'), 60);
    expect(await bytesIn(await (await fetch(signed?.signedUrl ?? '')).blob())).toEqual(photo);
    const removed = await files.remove([path('photo.jpg'), path('nothing.jpg')]);
    expect(removed).toEqual({ data: [{ ...object, name: path('photo.jpg'), bucket_id: 'evidence' }], error: null });
    expect(await files.list(reference)).toEqual({ data: [], error: null });
    expect((await fetch(signed?.signedUrl ?? '')).status).toBe(400);
  });

  test('replaces nothing, also when eight upload to one path at once', async () => {
    const { mine } = await createTestEvidence({ DATABASE_URL: (await databases.newPlace()).databaseUrl ?? '' });
    const all = await Promise.all(
      Array.from({ length: uploadSlots.perClaim }, () =>
        mine.files.upload(mine.path('photo.jpg'), evidenceFiles.jpeg(), { upsert: true }),
      ),
    );
    expect(all.filter(({ error }) => error === null)).toHaveLength(1);
    for (const one of all.filter(({ error }) => error)) expect(one).toEqual(refused(storageErrors.exists));
    expect(await mine.files.update(mine.path('photo.jpg'), photo)).toEqual(refused(storageErrors.exists));
    expect((await mine.files.list(mine.reference)).data).toHaveLength(1);
  });
});

describe('removing', () => {
  test('takes the bytes from the disk, on the record', async () => {
    const { mine, dataDir, evidenceRows, events } = await createTestEvidence();
    await mine.files.upload(mine.path('a.jpg'), photo);
    const [row] = evidenceRows();
    expect((await mine.files.remove([mine.path('a.jpg')])).data).toHaveLength(1);
    expect(evidenceRows()).toEqual([]);
    const folder = join(dataDir, 'evidence', String(row?.submission_id));
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    expect(events().map(({ action }) => action)).toEqual(['evidence received', 'evidence removed']);
  });

  test('leaves what staff added, and every file once the claim is closed', async () => {
    const { mine, change, clock, evidenceRows } = await createTestEvidence();
    for (const name of ['a.jpg', 'b.jpg']) await mine.files.upload(mine.path(name), photo);
    await change("update evidence set added_by = 'staff-1' where object_name = 'a.jpg'");
    expect(await mine.files.remove([mine.path('a.jpg')])).toEqual({ data: [], error: null });
    await change(`update form_submissions set closed_at = ${clock.now}`);
    expect(await mine.files.remove([mine.path('b.jpg')])).toEqual(refused(storageErrors.closed));
    expect(evidenceRows()).toHaveLength(2);
  });
});

describe('what there is not', () => {
  test('is what staff added', async () => {
    const { mine, change } = await createTestEvidence();
    await mine.contact();
    await mine.files.upload(mine.path('report.jpg'), photo);
    const path = mine.path('report.jpg');
    const signed = await mine.files.createSignedUrl(path, 60);
    await change("update evidence set added_by = 'staff-1'");
    expect(await mine.files.list(mine.reference)).toEqual({ data: [], error: null });
    expect((await mine.files.download(path)).data).toBeNull();
    expect((await mine.files.info(path)).data).toBeNull();
    expect(await mine.files.createSignedUrl(path, 60)).toEqual(refused(storageErrors.noSuchObject));
    const [several] = (await mine.files.createSignedUrls([path], 60)).data ?? [];
    expect(several).toMatchObject({ error: storageErrors.noSuchObject.message, signedUrl: null });
    expect((await fetch(signed.data?.signedUrl ?? '')).status).toBe(400);
    expect(await mine.files.upload(path, photo)).toEqual(refused(storageErrors.exists));
  });

  test('is another bucket', async () => {
    const { mine, url } = await createTestEvidence();
    const others = createClient(url, mine.token, { auth: { persistSession: false } }).storage.from('avatars');
    for (const outcome of [
      await others.list(),
      await others.upload('a.jpg', photo),
      await others.download('a.jpg'),
      await others.createSignedUrl('a.jpg', 60),
      await others.remove(['a.jpg']),
    ])
      expect(outcome).toEqual(refused(storageErrors.noSuchBucket));
  });

  test('is whatever else the client can ask for', async () => {
    const { mine, url } = await createTestEvidence();
    const { storage } = createClient(url, mine.token, { auth: { persistSession: false } });
    const path = mine.path('a.jpg');
    for (const outcome of [
      await storage.listBuckets(),
      await storage.getBucket('evidence'),
      await storage.createBucket('b', { public: false }),
      await storage.deleteBucket('evidence'),
      await storage.emptyBucket('evidence'),
      await mine.files.move(path, mine.path('b.jpg')),
      await mine.files.copy(path, mine.path('b.jpg')),
      await mine.files.createSignedUploadUrl(path),
      await mine.files.listV2(),
      await mine.files.download(path, { transform: { width: 10 } }),
    ])
      expect(outcome).toEqual(refused(storageErrors.notSupported));
    const response = await fetch(mine.files.getPublicUrl(path).data.publicUrl);
    expect([response.status, (await response.json()).error]).toEqual([401, 'Unauthorized']);
  });

  test.each([
    ['no JSON', '{', 400],
    ['another type', 'prefix=a', 415],
    ['an array', '[]', 400],
    ['null', 'null', 400],
    ['200 KB', JSON.stringify({ prefix: 'x'.repeat(200_000) }), 413],
    ['NUL in a text', JSON.stringify({ prefix: '\0', search: '\0' }), 200],
  ])('is a query of %s', async (what, body, status) => {
    const { mine, url } = await createTestEvidence();
    const response = await fetch(`${url}/storage/v1/object/list/evidence`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${mine.token}`,
        'Content-Type': what === 'another type' ? 'text/plain' : 'application/json',
      },
      body,
    });
    expect(response.status).toBe(status);
    if (status !== 200)
      expect(await response.json()).toEqual({
        statusCode: String(status),
        error: expect.stringMatching(/./),
        message: expect.stringMatching(/./),
      });
  });
});
