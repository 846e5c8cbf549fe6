// Protects: files are kept in the S3 of Ceph, which is stricter than the one of other tests, whole and in parts.
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#testing/free-port.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { openBucket } from './s3-bucket.ts';
import { openS3Store } from './s3-store.ts';

// Debian's radosgw, ceph-mon, ceph-osd and ceph-common; npm run test:long alone waits for them to start.
const canRun =
  process.env.KILLS !== undefined && ['radosgw', 'ceph-mon', 'ceph-osd'].every((name) => existsSync(`/usr/bin/${name}`));

async function startCeph(): Promise<string> {
  const folder = join(temporaryFolder(), 'd');
  const [monitor, port] = [await freePort(), await freePort()];
  onTestFinished(() => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.pid'));
    for (const name of files) process.kill(Number(readFileSync(join(folder, name), 'utf8')), 'SIGKILL');
  });
  const env = { ...process.env, D: folder, MON_PORT: String(monitor), S3_PORT: String(port) };
  execFileSync('bash', ['testing/radosgw.sh'], { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 240_000 });
  return `127.0.0.1:${port}`;
}

async function keysOf(store: EvidenceStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.keys()) keys.push(key);
  return keys;
}

async function* of(...pieces: Buffer[]) {
  yield* pieces;
}

test.runIf(canRun)(
  'an upload goes on in parts, is read again in ranges, and goes with all that belongs to it',
  async () => {
    const host = await startCeph();
    const bucket = openBucket(`s3://KEY:SECRET@${host}/evidence?tls=off`);
    await bucket.ask('PUT', '');
    bucket.close();
    const store = openS3Store(`s3://KEY:SECRET@${host}/evidence?tls=off`);
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
