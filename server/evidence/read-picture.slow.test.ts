// Protects: the largest pictures of phones are read within the limits, what a picture takes of the processor is reported, and its process is ended where it takes too much.
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { heicOf } from '#testing/fixtures/heic.ts';
import { blackPng, photograph } from '#testing/fixtures/pictures.ts';
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

/** The limit of memory is the product's. A process may stand still for longer than its limit of time. */
const patient = { ...pictureLimits, timeMs: waitLimitMs };

function readWithTime(bytes: Buffer, mediaType: string, limits = patient) {
  return readPicture(Readable.from([bytes]), mediaType, new AbortController().signal, limits);
}
