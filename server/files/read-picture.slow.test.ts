// Protects: the largest pictures of phones are read within the limits, what a picture takes of the processor is reported, and its process is ended where it takes too much.
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { heicOf } from '#testing/fixtures/heic.ts';
import { animatedWebp, blackPng, emptyWebp, heicPhotograph, photograph } from '#testing/fixtures/pictures.ts';
import { waitLimitMs } from '#testing/until.ts';
import { pictureLimits, readPicture } from './read-picture.ts';

test('What a picture takes of the processor is reported, and where its process is ended, what that took', async () => {
  const small = await readWithTime(await photograph(), 'image/jpeg');
  const hard = await readWithTime(await blackPng(3_000, 64), 'image/png');
  expect([small.picture.kind, hard.picture.kind]).toEqual(['read', 'read']);
  expect(small.processorMs).toBeGreaterThan(0);
  expect(hard.processorMs).toBeGreaterThan(small.processorMs);
  const hardest = await readWithTime(await blackPng(9_990, 64), 'image/png', { ...patient, processorSeconds: 1 });
  expect([hardest.picture.kind, hardest.processorMs]).toEqual(['unreadable', 1_000]);
  expect(hardest.facts).toMatchObject({ width: 9_990, height: 9_990 });
});

test.runIf(process.platform === 'linux')('Time for which the process had no processor counts as nothing', async () => {
  const limits = { ...patient, timeMs: 3_000 };
  const { picture, processorMs } = await readPicture(
    new Readable({ read: () => {} }),
    'image/png',
    new AbortController().signal,
    limits,
  );
  expect(picture.kind).toBe('late');
  expect(processorMs).toBeLessThan(limits.timeMs - 500);
});

test.each([
  ['8,192 × 6,144, which phones of 50 megapixels make', 16, 12, 'read'],
  ['8,704 × 7,168, near the limit', 17, 14, 'read'],
  ['7,680 × 8,704, beyond it', 15, 17, 'unreadable'],
])('A HEIC of %s', async (_, columns, rows, kind) => {
  const { picture, facts } = await readWithTime(heicOf([{ columns, rows }]), 'image/heic');
  expect(picture.kind).toBe(kind);
  expect(facts).toMatchObject({ width: columns * 512, height: rows * 512 });
});

test('Of an animation with thousands of frames the first is the preview', async () => {
  const picture = (await readWithTime(await animatedWebp(2_000), 'image/webp')).picture;
  if (picture.kind !== 'read') throw new Error(picture.reason);
  expect((await sharp(picture.large).metadata()).pages ?? 1).toBe(1);
});

const damaged = 'It is damaged.';

const unreadable: [what: string, make: () => Promise<Buffer>, mediaType: string, reason: string][] = [
  ['A complete PNG of 60,000 × 60,000', () => blackPng(60_000), 'image/png', 'It has more than 100 million pixels.'],
  ['An AVIF named as HEIC', avifAsHeic, 'image/heic', damaged],
  ['HEIC garbage', async () => heicGarbage(), 'image/heic', damaged],
  ['A PDF named as a JPEG', async () => Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\n'), 'image/jpeg', damaged],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'image/png', damaged],
];

test.each(unreadable)('%s has no preview, with a reason', async (_, make, mediaType, reason) => {
  expect((await readWithTime(await make(), mediaType)).picture).toEqual({ kind: 'unreadable', reason });
});

test.runIf(process.platform === 'linux')('A picture that takes too much memory has no preview', async () => {
  const limits = { ...patient, memoryKb: 800_000 };
  expect((await readWithTime(emptyWebp(), 'image/webp', limits)).picture).toEqual({ kind: 'unreadable', reason: damaged });
  expect((await readWithTime(emptyWebp(), 'image/webp')).picture).toMatchObject({ kind: 'read' });
});

/** The limit of memory is the product's. A process may stand still for longer than its limit of time. */
const patient = { ...pictureLimits, timeMs: waitLimitMs };

function readWithTime(bytes: Buffer, mediaType: string, limits = patient) {
  return readPicture(Readable.from([bytes]), mediaType, new AbortController().signal, limits);
}

async function avifAsHeic(): Promise<Buffer> {
  const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#456' } })
    .avif()
    .toBuffer();
  avif.write('heic', 8);
  return avif;
}

/** A HEIC file that has the beginning of the container, followed by noise. */
function heicGarbage(): Buffer {
  const noise = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 251));
  return Buffer.concat([heicPhotograph().subarray(0, 600), noise]);
}
