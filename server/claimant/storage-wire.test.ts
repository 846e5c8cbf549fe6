import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { evidenceLimits, evidenceRefusals } from '#forms/evidence-rules.ts';
import { createTestUploads } from '#testing/create-test-uploads.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { storageErrors } from './storage-errors.ts';

const databases = testDatabases();

/** The real client with the token of a private link. */
function filesOf(url: string, token: string) {
  return createClient(url, token, { auth: { persistSession: false } }).storage.from('evidence');
}

async function openStorage(engine: (typeof engines)[number] = 'sqlite') {
  const { databaseUrl } = await databases.newPlace(engine);
  const product = await createTestUploads(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
  const openClaim = async () => {
    const claim = await product.claim();
    const { reference, token = '' } = claim;
    return { ...claim, token, files: filesOf(product.url, token), path: (name: string) => `${reference}/${name}` };
  };
  return { ...product, openClaim, mine: await openClaim() };
}

const bytesIn = async (blob: Blob | null) => Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
const namesIn = (data: { name: string }[] | null) => data?.map(({ name }) => name);
const photo = evidenceFiles.jpeg();

/** As the client reports what was refused: by the wire's status, and by its own. */
const refused = ({ status, message }: { status: number; message: string }) => ({
  data: null,
  error: expect.objectContaining({ status, statusCode: String(status), message }),
});

describe.each(engines)('the real client on %s', (engine) => {
  test('uploads, lists, downloads, signs and removes a file', async () => {
    const { mine } = await openStorage(engine);
    const { files, path, reference } = mine;
    const uploaded = await files.upload(path('photo.jpg'), photo, { contentType: 'image/jpeg' });
    expect(uploaded).toEqual({
      data: { id: expect.any(String), path: path('photo.jpg'), fullPath: `evidence/${path('photo.jpg')}` },
      error: null,
    });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const metadata = {
      eTag: `"${createHash('sha256').update(photo).digest('hex')}"`,
      ...{ size: photo.length, contentLength: photo.length, mimetype: 'image/jpeg', httpStatusCode: 200 },
      ...{ cacheControl: 'max-age=3600', lastModified: time },
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
      ...{ id: uploaded.data?.id, name: path('photo.jpg'), bucketId: 'evidence', size: photo.length },
      ...{ contentType: 'image/jpeg', cacheControl: 'max-age=3600', etag: metadata.eTag },
    });
    const { data: signed } = await files.createSignedUrl(path('photo.jpg'), 60);
    expect(await bytesIn(await (await fetch(signed?.signedUrl ?? '')).blob())).toEqual(photo);
    const removed = await files.remove([path('photo.jpg'), path('nothing.jpg')]);
    expect(removed).toEqual({ data: [{ ...object, name: path('photo.jpg'), bucket_id: 'evidence' }], error: null });
    expect(await files.list(reference)).toEqual({ data: [], error: null });
    expect((await fetch(signed?.signedUrl ?? '')).status).toBe(400);
  });

  test('replaces nothing, also when ten upload to one path at once', async () => {
    const { mine } = await openStorage(engine);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => mine.files.upload(mine.path('photo.jpg'), evidenceFiles.jpeg(), { upsert: true })),
    );
    expect(all.filter(({ error }) => error === null)).toHaveLength(1);
    for (const one of all.filter(({ error }) => error)) expect(one).toEqual(refused(storageErrors.exists));
    expect(await mine.files.update(mine.path('photo.jpg'), photo)).toEqual(refused(storageErrors.exists));
    expect((await mine.files.list(mine.reference)).data).toHaveLength(1);
  });
});

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
    const { mine } = await openStorage();
    expect((await mine.files.upload(mine.path('crash.jpg'), body(), { cacheControl: '7200' })).error).toBeNull();
    const [object] = (await mine.files.list(mine.reference)).data ?? [];
    expect(object).toMatchObject({ name: 'crash.jpg', metadata: { mimetype: 'image/jpeg', size: photo.length } });
    expect(await bytesIn((await mine.files.download(mine.path('crash.jpg'))).data)).toEqual(photo);
  });

  test('keeps the cache control that it was sent with, and is never cached all the same', async () => {
    const { mine, url } = await openStorage();
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
    const { mine } = await openStorage();
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
    const { mine, url, evidenceRows } = await openStorage();
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
    ['a page', refusedFiles['a page'], 415, evidenceRefusals.unknownType],
    ['a picture that is a page too', refusedFiles['a picture that is a page too'], 415, evidenceRefusals.disguised],
    ['nothing', Buffer.alloc(0), 422, evidenceRefusals.empty],
    ['a picture of 26 MB', evidenceFiles.jpeg(26 * 1024 ** 2), 413, evidenceRefusals.tooLarge.picture],
  ])('of %s is refused with its sentence, as body and as form', async (_, bytes, status, message) => {
    const { mine, evidenceRows } = await openStorage();
    for (const body of [bytes, new Blob([new Uint8Array(bytes)])])
      expect(await mine.files.upload(mine.path('a.jpg'), body)).toEqual(refused({ status, message }));
    expect(evidenceRows()).toEqual([]);
  });

  test('of a form without a file, or in another encoding, is refused', async () => {
    const { mine, url } = await openStorage();
    expect(await mine.files.upload(mine.path('a.jpg'), new FormData())).toEqual(refused(storageErrors.noFile));
    const response = await fetch(`${url}/storage/v1/object/evidence/${mine.path('a.jpg')}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${mine.token}`, 'Content-Encoding': 'gzip' },
      body: new Uint8Array(photo),
    });
    expect([response.status, (await response.json()).message]).toEqual([415, storageErrors.compressed.message]);
  });

  test('beyond the number of files of a claim is refused', async () => {
    const { mine, sqlite, evidenceRows } = await openStorage();
    await mine.files.upload(mine.path('a.jpg'), photo);
    const copy = sqlite.prepare(
      'insert into evidence (id, submission_id, name, size, created_at, added_by) select ?, submission_id, name, 1, created_at, added_by from evidence limit 1',
    );
    for (let count = 1; count < evidenceLimits.claimFiles; count += 1) copy.run(`copy-${count}`);
    const outcome = await mine.files.upload(mine.path('b.jpg'), photo);
    expect(outcome).toEqual(refused({ status: 409, message: evidenceRefusals.tooMany }));
    expect(evidenceRows()).toHaveLength(evidenceLimits.claimFiles);
  });
});

describe('a list', () => {
  async function withFiles(...names: string[]) {
    const storage = await openStorage();
    for (const name of names) {
      storage.clock.now += 1_000;
      expect((await storage.mine.files.upload(storage.mine.path(name), evidenceFiles.jpeg(200))).error).toBeNull();
    }
    return storage.mine;
  }

  test('is sorted by name, or as it is asked for, and comes in pages', async () => {
    const { files, reference } = await withFiles('c.jpg', 'a.jpg', 'B.jpg', 'd.jpg');
    expect(namesIn((await files.list(reference)).data)).toEqual(['B.jpg', 'a.jpg', 'c.jpg', 'd.jpg']);
    const byTime = await files.list(reference, { sortBy: { column: 'created_at', order: 'desc' } });
    expect(namesIn(byTime.data)).toEqual(['d.jpg', 'B.jpg', 'a.jpg', 'c.jpg']);
    expect(namesIn((await files.list(`${reference}/`, { limit: 2, offset: 1 })).data)).toEqual(['a.jpg', 'c.jpg']);
    expect(namesIn((await files.list(reference, { search: 'b' })).data)).toEqual(['B.jpg']);
    expect((await files.list(reference, { offset: 9 })).data).toEqual([]);
  });

  test('shows folders by their name alone', async () => {
    const { files, reference, path } = await withFiles('a.jpg', 'rear/b.jpg', 'rear/left/c.jpg');
    expect(namesIn((await files.list(reference)).data)).toEqual(['a.jpg', 'rear']);
    const { data } = await files.list(path('rear'));
    expect(data).toMatchObject([
      { name: 'b.jpg', id: expect.any(String) },
      { name: 'left', id: null, metadata: null },
    ]);
    expect((await files.list(path('rea'))).data).toEqual([]);
  });

  test('gives files with one name on the page names of their own, which stay', async () => {
    const { mine } = await openStorage();
    for (let count = 0; count < 3; count += 1)
      await mine.upload(evidenceFiles.jpeg(), { metadata: { filename: 'IMG_1.jpg' } }).done;
    await mine.upload(evidenceFiles.png(), { metadata: { filename: 'what? 50% #1.png' } }).done;
    const names = ['IMG_1 (2).jpg', 'IMG_1 (3).jpg', 'IMG_1.jpg', 'what_ 50_ _1.png'];
    expect(namesIn((await mine.files.list(mine.reference)).data)).toEqual(names);
    await mine.files.remove([mine.path('IMG_1.jpg')]);
    expect(namesIn((await mine.files.list(mine.reference)).data)).toEqual(names.filter((name) => name !== 'IMG_1.jpg'));
    for (const name of names.slice(0, 2)) expect((await mine.files.download(mine.path(name))).error).toBeNull();
  });

  test.each([
    { limit: 0 },
    { limit: 1.5 },
    { limit: 'x' },
    { offset: -1 },
    { sortBy: { column: 'sha256' } },
    { sortBy: { order: 'up' } },
    { search: 7 },
  ])('asked for by %j is refused with what is wrong', async (query) => {
    const { mine } = await openStorage();
    const { error } = await mine.files.list(mine.reference, query as Parameters<typeof mine.files.list>[1]);
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(new RegExp(`^${Object.keys(query)[0]}`)) });
  });
});

describe('a signed URL', () => {
  const one = async () => {
    const storage = await openStorage();
    const { mine } = storage;
    await mine.files.upload(mine.path('film.mp4'), evidenceFiles.mp4(9_000));
    const sign = async (seconds: number, options = {}) =>
      String((await mine.files.createSignedUrl(mine.path('film.mp4'), seconds, options)).data?.signedUrl);
    return { ...storage, sign, signed: await sign(60) };
  };

  test('is served to whoever has it, in ranges too, and saved under a name of their choice', async () => {
    const { signed, sign } = await one();
    const headers = { Range: 'bytes=0-9', 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' };
    const part = await fetch(signed, { headers });
    expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'bytes 0-9/9000',
      10,
    ]);
    expect(part.headers.get('content-disposition')).toMatch(/^inline/);
    const saved = await fetch(await sign(60, { download: 'rear window.mp4' }), { method: 'HEAD' });
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="rear window.mp4"/);
    expect((await fetch(signed, { headers: { Range: 'bytes=9000-' } })).status).toBe(416);
  });

  test('ends with its time', async () => {
    const { signed, clock } = await one();
    clock.now += 59_000;
    expect((await fetch(signed)).status).toBe(200);
    clock.now += 1_000;
    const response = await fetch(signed);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ statusCode: '400', error: 'InvalidJWT', message: storageErrors.expired.message });
  });

  test('ends with the private link it was made with', async () => {
    const { signed, sqlite } = await one();
    sqlite.prepare('update form_submissions set link_generation = 1').run();
    expect((await fetch(signed)).status).toBe(400);
    sqlite.prepare('update form_submissions set link_generation = 0, link_revoked_at = 1').run();
    expect((await fetch(signed)).status).toBe(400);
    sqlite.prepare('update form_submissions set link_revoked_at = null, closed_at = 1').run();
    expect((await fetch(signed)).status).toBe(400);
    sqlite.prepare('update form_submissions set closed_at = null').run();
    expect((await fetch(signed)).status).toBe(200);
  });

  test('is good for its own path and time alone', async () => {
    const { signed, mine } = await one();
    await mine.files.upload(mine.path('other.mp4'), evidenceFiles.mp4(300));
    const later = signed.replace(/\.(\d+)\.([\w-]+)$/, (_, at, mac) => `.${Number(at) + 60}.${mac}`);
    for (const wrong of [later, signed.replace('film', 'other'), `${signed}A`, signed.slice(0, -1), signed.split('?')[0] ?? '']) {
      const response = await fetch(wrong);
      expect([response.status, (await response.json()).error]).toEqual([400, 'InvalidSignature']);
    }
  });

  test('is made for several files at once, with an error for each that is not there', async () => {
    const { mine } = await one();
    const { data } = await mine.files.createSignedUrls([mine.path('film.mp4'), mine.path('none.mp4')], 60);
    expect(data).toMatchObject([
      { path: mine.path('film.mp4'), error: null },
      { error: storageErrors.noSuchObject.message, signedUrl: null },
    ]);
    expect((await fetch(String(data?.[0]?.signedUrl))).status).toBe(200);
  });

  test.each([0, -1, 1.5, 1e12])('for %d seconds is refused', async (seconds) => {
    const { mine } = await one();
    expect((await mine.files.createSignedUrl(mine.path('film.mp4'), seconds)).error).toMatchObject({ status: 400 });
  });
});

describe('another claim', () => {
  test('is answered about as one that there is not', async () => {
    const { mine, openClaim } = await openStorage();
    const theirs = await openClaim();
    await theirs.files.upload(theirs.path('photo.jpg'), photo);
    const answers = async (reference: string) => {
      const path = `${reference}/photo.jpg`;
      return JSON.stringify([
        await mine.files.list(reference),
        await mine.files.download(path),
        await mine.files.info(path),
        await mine.files.createSignedUrl(path, 60),
        (await mine.files.createSignedUrls([path], 60)).data?.map(({ error }) => error),
        await mine.files.remove([path]),
        await mine.files.upload(path, photo),
        await mine.files.update(path, photo),
      ]);
    };
    expect(await answers(theirs.reference)).toBe(await answers('ZZZZ-ZZZZ'));
    expect(await mine.files.exists(theirs.path('photo.jpg'))).toMatchObject({ data: false });
    expect(await mine.files.download(theirs.path('photo.jpg'))).toEqual(refused(storageErrors.noSuchObject));
    expect(await mine.files.upload(theirs.path('b.jpg'), photo)).toEqual(refused(storageErrors.notYourFolder));
    expect(namesIn((await theirs.files.list(theirs.reference)).data)).toEqual(['photo.jpg']);
    expect(namesIn((await mine.files.list()).data)).toEqual([]);
  });
});

describe('whoever has no private link', () => {
  test.each([
    ['with the anonymous key', () => 'anonymous-key'],
    ['with a token that is wrong in one letter', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['with the token of another reference', (token: string) => `ZZZZZZZZ${token.slice(8)}`],
  ])('is refused everything in the same words, %s', async (_, change) => {
    const { mine, url } = await openStorage();
    const path = mine.path('photo.jpg');
    await mine.files.upload(path, photo);
    const files = filesOf(url, change(mine.token));
    for (const outcome of [
      await files.list(mine.reference),
      await files.upload(mine.path('b.jpg'), photo),
      await files.upload(mine.path('b.jpg'), new Blob([new Uint8Array(evidenceFiles.jpeg(9_000_000))])),
      await files.download(path),
      await files.createSignedUrl(path, 60),
      await files.remove([path]),
      await files.info(path),
      await files.update(path, photo),
    ])
      expect(outcome).toEqual(refused(storageErrors.noToken));
    expect((await mine.files.list(mine.reference)).data).toHaveLength(1);
  });

  test('is refused without a bearer, and once the link has ended', async () => {
    const { mine, url, sqlite } = await openStorage();
    const list = (headers: Record<string, string>) =>
      fetch(`${url}/storage/v1/object/list/evidence`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: '{}',
      });
    const body = { statusCode: '401', error: 'Unauthorized', message: storageErrors.noToken.message };
    for (const headers of [{}, { Authorization: mine.token }, { Authorization: 'Bearer ' }, { Cookie: mine.headers.Cookie }]) {
      const response = await list(headers as Record<string, string>);
      expect([response.status, await response.json()]).toEqual([401, body]);
    }
    sqlite.prepare('update form_submissions set link_revoked_at = 1').run();
    const ended = await list({ Authorization: `Bearer ${mine.token}` });
    expect([ended.status, await ended.json()]).toEqual([401, body]);
  });
});

describe('removing', () => {
  test('takes the bytes from the disk, on the record', async () => {
    const { mine, dataDir, evidenceRows, events } = await openStorage();
    await mine.files.upload(mine.path('a.jpg'), photo);
    const [row] = evidenceRows();
    expect((await mine.files.remove([mine.path('a.jpg')])).data).toHaveLength(1);
    expect(evidenceRows()).toEqual([]);
    const folder = join(dataDir, 'evidence', String(row?.submission_id));
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    expect(events().map(({ action }) => action)).toEqual(['evidence received', 'evidence removed']);
  });

  test('leaves what staff added, and every file once the claim is closed', async () => {
    const { mine, sqlite, clock } = await openStorage();
    for (const name of ['a.jpg', 'b.jpg']) await mine.files.upload(mine.path(name), photo);
    sqlite.prepare("update evidence set added_by = 'staff-1' where object_name = 'a.jpg'").run();
    expect(await mine.files.remove([mine.path('a.jpg')])).toEqual({ data: [], error: null });
    sqlite.prepare('update form_submissions set closed_at = ?').run(clock.now);
    expect(await mine.files.remove([mine.path('b.jpg')])).toEqual(refused(storageErrors.closed));
    expect((await mine.files.list(mine.reference)).data).toHaveLength(2);
  });
});

describe('what there is not', () => {
  test('is another bucket', async () => {
    const { mine, url } = await openStorage();
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
    const { mine, url } = await openStorage();
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
    const { mine, url } = await openStorage();
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
