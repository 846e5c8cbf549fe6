// Protects: files are kept in the S3 of Ceph, which is stricter than the one of other tests, whole and in parts.
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { canRunCeph, startCeph } from '#testing/ceph.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { openS3Store } from './s3-store.ts';

async function keysOf(store: EvidenceStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.keys()) keys.push(key);
  return keys;
}

async function* of(...pieces: Buffer[]) {
  yield* pieces;
}

test.runIf(canRunCeph)(
  'an upload goes on in parts, is read again in ranges, and goes with all that belongs to it',
  async () => {
    const store = openS3Store(await startCeph());
    const bytes = randomBytes(12 * 1024 ** 2 + 77);
    const key = 'sub/film';
    await store.begin(key);
    let at = 0;
    for (const end of [1_000_000, 4_000_000, 9_000_000, bytes.length]) {
      const upload = await store.openUpload(key);
      expect(upload?.offset).toBe(at);
      at = (await upload?.append(of(bytes.subarray(at, end)), bytes.length)) ?? 0;
      expect(at).toBe(end);
    }
    await store.seal(key, bytes.length);
    await store.forgetUpload(key);
    expect(await store.sizeOf(key)).toBe(bytes.length);
    const read = await buffer(await store.read(key));
    expect(createHash('md5').update(read).digest('hex')).toBe(createHash('md5').update(bytes).digest('hex'));
    expect(
      (await buffer(await store.read(key, { start: 5_000_000, end: 5_000_009 }))).equals(bytes.subarray(5_000_000, 5_000_010)),
    ).toBe(true);
    await store.begin('sub/left');
    await (await store.openUpload('sub/left'))?.append(of(bytes.subarray(0, 6_000_000)), 7_000_000);
    await store.put('sub/film.large', bytes.subarray(0, 10));
    expect(await keysOf(store)).toEqual(['sub/film', 'sub/film', 'sub/left', 'sub/left']);
    await store.begin('sub/once');
    await (await store.openUpload('sub/once'))?.append(of(bytes.subarray(0, 300_000)), null);
    await store.seal('sub/once', 300_000);
    expect(await store.sizeOf('sub/once')).toBe(300_000);
    for (const one of ['sub/film', 'sub/left', 'sub/once']) await store.remove(one);
    expect(await keysOf(store)).toEqual([]);
    await expect(store.read('sub/film')).rejects.toThrow();
  },
  300_000,
);
