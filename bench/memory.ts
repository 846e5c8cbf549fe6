import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { heapInUseOf, heapProbe } from '#testing/heap.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { type ProductProcess, spawnProduct } from '#testing/product.ts';
import { sendClaims } from '#testing/send-claims.ts';
import { type Line, type Measurement, median } from './bench-result.ts';
import { loadPages } from './load-pages.ts';
import { memoryMb } from './process-figures.ts';

const load = { senders: 10, pauseMs: 20 };
const readers = 10;

/** How long the bare server is measured: it reaches its peak within a few minutes. */
const bareMinutes = 2;

type Minute = { heapMb: number; processMb: number };

/**
 * Measures the product's memory while claims arrive and pages are served, minute by minute: JavaScript objects in use after a full
 * garbage collection, and the whole process, beside a bare server under the same claims.
 */
export function memory(minutes: number): Measurement {
  return async (folder) => {
    const bare = await measureBare(join(folder, 'bare'), Math.min(minutes, bareMinutes));
    const mail = await startMailServer({ onData: (stream, _session, done) => void stream.resume().on('end', () => done()) });
    const env = { DATA_DIR: join(folder, 'product'), SMTP_URL: mail.url, LOG_LEVEL: 'error' };
    const product = await spawnProduct(env, undefined, heapProbe);
    await product.ready;
    const idle = memoryMb(product.process.pid as number).now;
    const forMs = minutes * 60_000;
    const port = Number(new URL(product.url).port);
    const reading = loadPages({ port, paths: ['/', '/make-a-claim', '/faq'], connections: readers, forMs });
    const sending = sendClaims(product.url, { ...load, forMs });
    const held = await watch(product, minutes);
    const { peak } = memoryMb(product.process.pid as number);
    const [pages, claims] = await Promise.all([reading, sending]);
    await product.end('SIGTERM');
    await mail.close();
    return [
      { what: 'the process at rest', found: mb(idle) },
      ...curve(held),
      ...growth(held),
      { what: 'the most that the process held', found: mb(peak), budget: `<= ${mb(bare + 60)}, the bare server's and 60 MB` },
      { what: 'meanwhile', found: `${claims.perSecond} claims and ${Math.round((pages / forMs) * 1_000)} pages a second` },
    ];
  };
}

async function measureBare(folder: string, minutes: number): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const bare = await spawnProduct({ DATA_DIR: folder }, 'bench/bare-server.ts');
  await bare.ready;
  await sendClaims(bare.url, { ...load, forMs: minutes * 60_000 });
  const { peak } = memoryMb(bare.process.pid as number);
  await bare.end('SIGTERM');
  return peak;
}

async function watch(product: ProductProcess, minutes: number): Promise<Minute[]> {
  const held: Minute[] = [];
  for (const start = performance.now(); held.length < minutes; ) {
    // The measurement is a little before the full minute, so that the last one is still under load.
    await pause(start + (held.length + 1) * 60_000 - 2_000 - performance.now());
    const processMb = memoryMb(product.process.pid as number).now;
    const minute = { processMb, heapMb: (await heapInUseOf(product)) / 1e6 };
    held.push(minute);
    console.log(`  minute ${held.length}: heap ${minute.heapMb.toFixed(1)} MB, process ${mb(processMb)}`);
  }
  return held;
}

/** Twelve points of the series at most. */
function curve(held: Minute[]): Line[] {
  const every = Math.ceil(held.length / 12);
  return held.flatMap(({ heapMb, processMb }, i) =>
    (i + 1) % every === 0 || i === 0
      ? { what: `minute ${i + 1}`, found: `heap ${heapMb.toFixed(1)} MB, process ${mb(processMb)}` }
      : [],
  );
}

/** The growth of the fourth quarter over the third. A single minute may be one in which the engine discarded or compiled code. */
function growth(held: Minute[]): Line[] {
  const heaps = held.map(({ heapMb }) => heapMb);
  const [half, last] = [Math.floor(held.length / 2), Math.floor((held.length * 3) / 4)];
  if (last === half) return [];
  const grown = median(heaps.slice(last)) - median(heaps.slice(half, last));
  return [{ what: 'heap in use, growth in the second half', found: `${grown.toFixed(1)} MB`, budget: '< 1 MB' }];
}

function mb(megabytes: number): string {
  return `${Math.round(megabytes)} MB`;
}
