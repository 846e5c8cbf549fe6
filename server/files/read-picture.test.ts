// Protects: a hostile picture takes bounded time and memory in a process of its own, and photographs get previews.
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { dngOf } from '#testing/fixtures/dng.ts';
import { heicOf } from '#testing/fixtures/heic.ts';
import { heicPhotograph, lyingJpeg, photograph } from '#testing/fixtures/pictures.ts';
import { waitLimitMs } from '#testing/until.ts';
import { damageNotes } from './damage-notes.ts';
import { noFacts } from './file-facts.ts';
import { pictureLimits, readPicture } from './read-picture.ts';

const said = {
  takenAt: '2026-11-20T14:03:22+00:00',
  latitude: 51.539,
  longitude: 0.081,
  camera: 'Apple iPhone 15',
  durationMs: null,
};

test.each([
  ['image/jpeg', photograph],
  ['image/heic', heicPhotograph],
])('A photograph in %s has two previews, upright and without metadata, and its facts', async (mediaType, make) => {
  const { picture, facts } = await readWithFacts(await make(), mediaType);
  if (picture.kind !== 'read') throw new Error(picture.reason);
  expect([picture.note, facts]).toEqual([null, { ...said, width: 240, height: 320 }]);
  for (const preview of [picture.thumbnail, picture.large]) {
    const metadata = await sharp(preview).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 240, height: 320 });
    expect(metadata).not.toHaveProperty('orientation');
    for (const block of ['exif', 'xmp', 'icc', 'iptc', 'comments']) expect(metadata).not.toHaveProperty(block);
    expect(chunksOf(preview).filter((name) => !['VP8 ', 'VP8L', 'VP8X', 'ALPH'].includes(name))).toEqual([]);
    expect(preview.includes('iPhone') || preview.includes('secret-xmp')).toBe(false);
    const [left, right] = await Promise.all([colourAt(preview, 30), colourAt(preview, 210)]);
    expect(left.b).toBeGreaterThan(100);
    expect(right.r).toBeGreaterThan(200);
  }
});

test('A large picture becomes previews of 320 and 1,600 pixels', async () => {
  const bytes = await sharp({ create: { width: 4_000, height: 2_000, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { picture, facts } = await readWithFacts(bytes, 'image/png');
  if (picture.kind !== 'read') throw new Error(picture.reason);
  expect(facts).toEqual({ ...noFacts, width: 4_000, height: 2_000 });
  expect(await sharp(picture.thumbnail).metadata()).toMatchObject({ width: 320, height: 160 });
  expect(await sharp(picture.large).metadata()).toMatchObject({ width: 1_600, height: 800 });
});

test('A tall screenshot keeps its width, so that it can be read', async () => {
  const bytes = await sharp({ create: { width: 1_080, height: 13_320, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { picture } = await readWithFacts(bytes, 'image/png');
  if (picture.kind !== 'read') throw new Error(picture.reason);
  expect(await sharp(picture.large).metadata()).toMatchObject({ width: 1_080, height: 13_320 });
});

test.each([
  ['the first', 0, 512],
  ['not the first', 1, 1_024],
])('Of a HEIC with two pictures the primary is the preview, which is %s', async (_, primary, width) => {
  const bytes = heicOf([{}, { columns: 2, quarterTurns: 1 }], primary);
  const { picture, facts } = await readWithFacts(bytes, 'image/heic');
  if (picture.kind !== 'read') throw new Error(picture.reason);
  expect(await sharp(picture.large).metadata()).toMatchObject({ width: 512, height: width });
  expect(facts).toMatchObject({ width: 512, height: width });
});

test.each([
  ['its end marker', 2],
  ['its last two kilobytes', 2_048],
])('A JPEG that lacks only %s has its facts, and previews that are said to be incomplete', async (_, missing) => {
  const whole = await noisyPhotograph();
  const { picture, facts } = await readWithFacts(whole.subarray(0, -missing), 'image/jpeg');
  expect(picture).toMatchObject({
    kind: 'read',
    note: damageNotes.incomplete,
  });
  expect(facts).toEqual({ ...noFacts, takenAt: '2026-11-20T14:03:22', width: 400, height: 300 });
});

test.each(['avif', 'gif', 'tiff'] as const)('A picture in %s has previews', async (format) => {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();
  const { picture, facts } = await readWithFacts(bytes, `image/${format}`);
  expect(picture).toMatchObject({ kind: 'read', note: null });
  expect(facts).toMatchObject({ width: 64, height: 48 });
});

test.each([
  ['a thumbnail, the raw picture and a preview', () => dngOf('thumbnail', 'raw', 'preview')],
  ['the raw picture and a preview', () => dngOf('raw', 'preview')],
  ['a preview and the raw picture', () => dngOf('preview', 'raw')],
])('Of a DNG with %s the preview is shown upright, and said to be the camera’s', async (_, make) => {
  const { picture, facts } = await readWithFacts(await make(), 'image/x-adobe-dng');
  if (picture.kind !== 'read') throw new Error(picture.reason);
  expect(await sharp(picture.large).metadata()).toMatchObject({ width: 300, height: 400 });
  expect((await colourAt(picture.large, 30)).b).toBeGreaterThan(200);
  expect(picture.note).toContain('the small picture that the camera put into the file');
  expect(facts).toMatchObject({ width: 600, height: 800 });
});

test('A DNG that has no picture but the raw one has no preview, with a reason', async () => {
  const picture = await read(await dngOf('raw'), 'image/x-adobe-dng');
  expect(picture).toEqual({ kind: 'unreadable', reason: 'The camera put no small picture into it, and no raw one is shown.' });
});

const damaged = damageNotes.damaged;
const tooLarge = 'It has more than 100 million pixels.';

const unreadable: [what: string, make: () => Promise<Buffer>, mediaType: string, reason: string][] = [
  ['A JPEG whose header claims 65,500 × 65,500', lyingJpeg, 'image/jpeg', tooLarge],
  ['A JPEG of which only the header came', async () => (await photograph()).subarray(0, 500), 'image/jpeg', damaged],
  // libheif prints to standard output what it thinks of these two.
  [
    'A HEIC whose last third is zeros',
    async () => Buffer.concat([heicPhotograph().subarray(0, -500), Buffer.alloc(500)]),
    'image/heic',
    damaged,
  ],
  ['An empty file', async () => Buffer.alloc(0), 'image/jpeg', damaged],
];

test.each(unreadable)('%s has no preview, with a reason', async (_, make, mediaType, reason) => {
  expect(await read(await make(), mediaType)).toEqual({ kind: 'unreadable', reason });
});

test('Facts are known where no preview can be made', async () => {
  expect((await readWithFacts(await lyingJpeg(), 'image/jpeg')).facts).toMatchObject(said);
});

test('A picture that takes too long ends its process', async () => {
  const picture = await read(await photograph(), 'image/jpeg', { ...patient, timeMs: 1 });
  expect(picture).toEqual({ kind: 'late', reason: 'Reading it took too long.' });
});

test('An original that cannot be read to its end is an error, not a damaged picture', async () => {
  async function* breaksOff() {
    yield (await photograph()).subarray(0, 500);
    throw new Error('The connection broke.');
  }
  const reading = readPicture(Readable.from(breaksOff()), 'image/jpeg', new AbortController().signal);
  await expect(reading).rejects.toThrow('The connection broke.');
});

test('Aborting ends the process', async () => {
  const ending = new AbortController();
  const reading = readPicture(Readable.from(neverEnds()), 'image/jpeg', ending.signal);
  ending.abort();
  await expect(reading).rejects.toThrow('aborted');
});

/** The limit of memory is the product's. A process may stand still for longer than its limit of time. */
const patient = { ...pictureLimits, timeMs: waitLimitMs };

async function read(bytes: Buffer, mediaType: string, limits = patient) {
  return (await readWithFacts(bytes, mediaType, limits)).picture;
}

function readWithFacts(bytes: Buffer, mediaType: string, limits = patient) {
  return readPicture(Readable.from([bytes]), mediaType, new AbortController().signal, limits);
}

/** A photograph of noise, of which two kilobytes are a few rows. */
/** Its pixels are the same in each run: of pictures of other pixels a tenth are whole without their end marker. */
function noisyPhotograph(): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 400 * 300 * 3 }, (_, index) => (index * index * 31 + index * 17) % 241));
  return sharp(pixels, { raw: { width: 400, height: 300, channels: 3 } })
    .withExif({ IFD2: { DateTimeOriginal: '2026:11:20 14:03:22' } })
    .jpeg()
    .toBuffer();
}

async function* neverEnds() {
  yield Buffer.from([0xff]);
  await new Promise(() => {});
}

async function colourAt(picture: Buffer, left: number): Promise<{ r: number; b: number }> {
  const [r = 0, , b = 0] = await sharp(picture).removeAlpha().extract({ left, top: 150, width: 1, height: 1 }).raw().toBuffer();
  return { r, b };
}

function chunksOf(webp: Buffer): string[] {
  const names = [];
  for (let at = 12; at < webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2))
    names.push(webp.toString('latin1', at, at + 4));
  return names;
}
