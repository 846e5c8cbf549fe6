// Protects: the heap does not grow with the claims that come in.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addManySubmissions } from '#testing/fixtures/many-submissions.ts';
import { heapInUseOf, heapProbe } from '#testing/heap.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { spawnProduct } from '#testing/product.ts';
import { sendClaims } from '#testing/send-claims.ts';
import { memoryFolder } from '#testing/temporary-folder.ts';
import { openMigrated } from './core/database/open.ts';

const tenMinutesInYears = 10 / (365 * 24 * 60);
const claims = 8_000;
const step = 1_000;

/** A leak of one promise, or of one set of a map, for each claim is 500 bytes or more. */
const mostBytesPerClaim = 300;

test('the heap does not grow with the claims that come in, under steady load and after a busy quarter of an hour', async () => {
  const mail = await startMailServer({ onData: (stream, _session, done) => void stream.resume().on('end', () => done()) });
  onTestFinished(mail.close);
  const dataDir = join(memoryFolder(), 'data');
  const database = await openMigrated({ dataDir, databaseUrl: null });
  await addManySubmissions(database, { count: 10_000, now: Date.now(), years: tenMinutesInYears });
  await database.close();
  const product = await spawnProduct({ DATA_DIR: dataDir, SMTP_URL: mail.url, LOG_LEVEL: 'error' }, undefined, heapProbe);
  onTestFinished(async () => void (await product.end('SIGTERM')));
  await product.ready;

  const heaps: Promise<number>[] = [];
  const onSent = (count: number) => count % step === 0 && heaps.push(heapInUseOf(product));
  expect(await sendClaims(product.url, { senders: 4, claims, onSent })).toMatchObject({ failed: 0 });
  const found = await Promise.all(heaps);
  // The median counts, because now and then the engine compiles code for the first claims, or discards it again, a megabyte at once.
  const growth = found.slice(1).map((bytes, i) => bytes - (found[i] as number));
  expect(median(growth) / step, `bytes for each claim; the heap was ${found.join(', ')}`).toBeLessThan(mostBytesPerClaim);
});

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
