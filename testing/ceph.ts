import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openBucket } from '#server/files/s3-bucket.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Debian's radosgw, ceph-mon, ceph-osd and ceph-common; npm run test:long alone waits for them to start. */
export const canRunCeph =
  process.env.KILLS !== undefined && ['radosgw', 'ceph-mon', 'ceph-osd'].every((name) => existsSync(`/usr/bin/${name}`));

/** Starts a Ceph for one test; returns the setting of a bucket in it. */
export async function startCeph(): Promise<string> {
  const folder = join(temporaryFolder(), 'd');
  const [monitor, port] = [await freePort(), await freePort()];
  onTestFinished(() => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.pid'));
    for (const name of files) process.kill(Number(readFileSync(join(folder, name), 'utf8')), 'SIGKILL');
  });
  const env = { ...process.env, D: folder, MON_PORT: String(monitor), S3_PORT: String(port) };
  execFileSync('bash', ['testing/radosgw.sh'], { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 240_000 });
  const url = `s3://KEY:SECRET@127.0.0.1:${port}/evidence?tls=off`;
  const bucket = openBucket(url);
  await bucket.ask('PUT', '');
  bucket.close();
  return url;
}
