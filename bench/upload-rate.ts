import { createWriteStream } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openClaim } from '#testing/evidence-crash.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { type ProductProcess, spawnProduct } from '#testing/product.ts';
import { sendClaims } from '#testing/send-claims.ts';
import type { Line } from './bench-result.ts';
import { memoryMb } from './process-figures.ts';

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

/** Four claims get a gigabyte each at once, in two videos of the largest size; this is all of it, in bytes. */
const [claims, videosEach, videoBytes] = [4, 2, 500 * megabyte];
const allBytes = claims * videosEach * videoBytes;

/** How many people send claims meanwhile: as many as on a busy day. */
const senders = { senders: 5, pauseMs: 20 };

/**
 * Measures four gigabytes of video uploaded at once, against copying as many files on the same disk and syncing each; the memory of
 * the process meanwhile; and how long claims take beside it.
 */
export async function evidence(folder: string): Promise<Line[]> {
  const copied = await copiedPerSecond(folder);
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product'), LOG_LEVEL: 'error' });
  await product.ready;
  // The upload libraries are loaded with the first one.
  await upload(product, await openClaim(product.url), megabyte);
  await sendClaims(product.url, { ...senders, forMs: 3_000 });
  const quiet = await sendClaims(product.url, { ...senders, forMs: 8_000 });
  const before = memoryMb(product.process.pid as number).now;
  let most = before;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await pause(100)) most = Math.max(most, memoryMb(product.process.pid as number).now);
  })();

  const began = performance.now();
  const uploads = Promise.all(
    Array.from({ length: claims }, async () => {
      const headers = await openClaim(product.url);
      for (let count = 0; count < videosEach; count += 1) await upload(product, headers, videoBytes);
    }),
  );
  const beside = sendClaims(product.url, { ...senders, forMs: 8_000 });
  await uploads;
  const uploaded = allBytes / ((performance.now() - began) / 1_000);
  const busy = await beside;
  isOver = true;
  await watching;
  await product.end('SIGTERM');
  return [
    {
      what: 'four uploads of 1 GB at once: bytes a second, against cp and fsync',
      found: `${mbPerSecond(uploaded)} against ${mbPerSecond(copied)}`,
      ratio: uploaded / copied,
    },
    { what: 'what the process gains meanwhile', found: `${Math.round(most - before)} MB`, budget: '< 50 MB' },
    {
      what: 'the slowest hundredth of claims (p99) beside them, against without',
      found: `${busy.p99} ms against ${quiet.p99} ms${busy.failed ? `, ${busy.failed} failed` : ''}`,
      ratio: busy.p99 / quiet.p99,
      budget: '<= 2.0',
    },
  ];
}

/** Uploads files as the page does, with one request for each. */
async function upload({ url }: ProductProcess, headers: Record<string, string>, bytes: number): Promise<void> {
  const tus = { ...headers, 'Tus-Resumable': '1.0.0' };
  const created = await fetch(`${url}/your-claim/files`, { method: 'POST', headers: { ...tus, 'Upload-Length': String(bytes) } });
  const path = created.headers.get('location') ?? '';
  const types = { 'Content-Type': 'application/offset+octet-stream', 'Content-Length': bytes, 'Upload-Offset': '0' };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(`${url}${path}`, { method: 'PATCH', agent: false, headers: { ...tus, ...types } }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0));
  });
  sent.on('error', reject);
  await pipeline(video(bytes), sent);
  const status = await promise;
  if (status !== 204) throw new Error(`An upload was answered with ${status}.`);
}

function* video(bytes: number): Generator<Buffer> {
  const block = evidenceFiles.mp4(megabyte);
  for (let at = 0; at < bytes; at += megabyte) yield block.subarray(0, Math.min(megabyte, bytes - at));
}

/** Copies the same bytes in the same number of files, four at once. */
async function copiedPerSecond(folder: string): Promise<number> {
  const original = join(folder, 'original');
  await pipeline(video(videoBytes), createWriteStream(original));
  const began = performance.now();
  const copies = await Promise.all(
    Array.from({ length: claims }, async (_, claim) => {
      const names = Array.from({ length: videosEach }, (_, count) => join(folder, `copy-${claim}-${count}`));
      for (const name of names) {
        await copyFile(original, name);
        const file = await open(name, 'r+');
        await file.sync();
        await file.close();
      }
      return names;
    }),
  );
  const perSecond = allBytes / ((performance.now() - began) / 1_000);
  for (const name of [original, ...copies.flat()]) await rm(name);
  return perSecond;
}

function mbPerSecond(bytes: number): string {
  return bytes >= gigabyte ? `${(bytes / gigabyte).toFixed(1)} GB/s` : `${Math.round(bytes / megabyte)} MB/s`;
}
