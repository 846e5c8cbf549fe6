import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { heapInUseOf, heapProbe } from '#testing/heap.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { type ProductProcess, spawnProduct } from '#testing/product.ts';
import { sendClaims } from '#testing/send-claims.ts';
import { loadPages } from './load-pages.ts';
import { type Line, type Measurement, median, memoryMb } from './measure.ts';

const load = { senders: 10, pauseMs: 20 };
const readers = 10;

/** Budgets: 0.65 of what version 62fea7c3 had at rest and at most. */
const budgetMb = { idle: 0.65 * 121, peak: 0.65 * 244 };

type Minute = { heapMb: number; processMb: number };

/**
 * Measures the product's memory while claims arrive and pages are served, minute by minute: JavaScript objects in use after a full
 * garbage collection, and the whole process.
 */
export function memory(minutes: number): Measurement {
  return async (folder) => {
    const mail = await startMailServer({ onData: (stream, _session, done) => void stream.resume().on('end', () => done()) });
    const env = { DATA_DIR: join(folder, 'product'), SMTP_URL: mail.url, LOG_LEVEL: 'error' };
    const product = await spawnProduct(env, undefined, heapProbe);
    await product.ready;
    const idle = memoryMb(product.process.pid as number).now;
    const forMs = minutes * 60_000;
    const port = Number(new URL(product.url).port);
    const reading = loadPages({ port, paths: ['/', '/make-a-claim', '/faq'], connections: readers, forMs });
    const sending = sendClaims(product.url, { ...load, forMs });
    const samples = await watch(product, minutes);
    const { peak } = memoryMb(product.process.pid as number);
    const [pages, claims] = await Promise.all([reading, sending]);
    await product.end('SIGTERM');
    await mail.close();
    return [
      { what: 'the process at rest', found: mb(idle), budget: `<= ${mb(budgetMb.idle)}` },
      ...curve(samples),
      ...growth(samples),
      { what: 'the most of the process', found: mb(peak), budget: `<= ${mb(budgetMb.peak)}` },
      { what: 'meanwhile', found: `${claims.perSecond} claims and ${Math.round((pages / forMs) * 1_000)} pages a second` },
    ];
  };
}

async function watch(product: ProductProcess, minutes: number): Promise<Minute[]> {
  const samples: Minute[] = [];
  for (const start = performance.now(); samples.length < minutes; ) {
    // The measurement is a little before the full minute, so that the last one is still under load.
    await pause(start + (samples.length + 1) * 60_000 - 2_000 - performance.now());
    const processMb = memoryMb(product.process.pid as number).now;
    const minute = { processMb, heapMb: (await heapInUseOf(product)) / 1e6 };
    samples.push(minute);
    console.log(`  minute ${samples.length}: heap ${minute.heapMb.toFixed(1)} MB, process ${mb(processMb)}`);
  }
  return samples;
}

/** Twelve points of the series at most. */
function curve(samples: Minute[]): Line[] {
  const every = Math.ceil(samples.length / 12);
  return samples.flatMap(({ heapMb, processMb }, i) =>
    (i + 1) % every === 0 || i === 0
      ? { what: `minute ${i + 1}`, found: `heap ${heapMb.toFixed(1)} MB, process ${mb(processMb)}` }
      : [],
  );
}

/** The growth of the fourth quarter over the third. A single minute may be one in which the engine discarded or compiled code. */
function growth(samples: Minute[]): Line[] {
  const heaps = samples.map(({ heapMb }) => heapMb);
  const [half, last] = [Math.floor(samples.length / 2), Math.floor((samples.length * 3) / 4)];
  if (last === half) return [];
  const grown = median(heaps.slice(last)) - median(heaps.slice(half, last));
  return [{ what: 'heap in use, growth in the second half', found: `${grown.toFixed(1)} MB`, budget: '< 1 MB' }];
}

function mb(megabytes: number): string {
  return `${Math.round(megabytes)} MB`;
}
