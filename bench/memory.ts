import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startMailServer } from '#testing/mail-server.ts';
import { startProduct } from '#testing/product.ts';
import type { Line } from './line.ts';
import { loadPages } from './load-pages.ts';
import { memoryMb } from './process-figures.ts';
import { sendClaims } from './send-claims.ts';

const minutes = 10;
const senders = 10;
const readers = 10;

/** What the product holds in memory while claims come in and pages go out, minute by minute. */
export async function memory(folder: string): Promise<Line[]> {
  const mail = await startMailServer({ onData: (stream, _session, done) => void stream.resume().on('end', () => done()) });
  const product = await startProduct({ DATA_DIR: join(folder, 'product'), SMTP_URL: mail.url, LOG_LEVEL: 'error' });
  await product.ready;
  const pid = product.process.pid as number;
  const idle = memoryMb(pid).now;
  const forMs = minutes * 60_000;
  const port = Number(new URL(product.url).port);
  const reading = loadPages({ port, paths: ['/', '/make-a-claim', '/faq'], connections: readers, forMs });
  const sending = sendClaims(product.url, { senders, forMs, pauseMs: 20 });
  const held: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    await pause(59_000);
    held.push(memoryMb(pid).now);
    console.log(`  minute ${minute + 1}: ${Math.round(held.at(-1) ?? 0)} MB`);
  }
  const { peak } = memoryMb(pid);
  const [pages, claims] = await Promise.all([reading, sending]);
  await product.end('SIGTERM');
  await mail.close();
  return [
    { what: 'at rest', found: `${Math.round(idle)} MB` },
    { what: 'after the first and the last minute', found: `${Math.round(held[0] ?? 0)} MB, ${Math.round(held.at(-1) ?? 0)} MB` },
    { what: 'the most', found: `${Math.round(peak)} MB`, budget: '<= 120 MB' },
    { what: 'meanwhile', found: `${claims.perSecond} claims and ${Math.round((pages / forMs) * 1_000)} pages a second` },
  ];
}
