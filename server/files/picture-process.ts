/**
 * The child process that reads one picture. The original comes on standard input; its answer is a line of JSON with facts, one with the
 * outcome, and the previews.
 * `read-picture.ts` starts it with limits. A picture may be made to take over the program that reads it, so this process
 * knows no settings, no secrets and no files.
 */

import { createWriteStream, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import decodeHeic from 'heic-decode';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { damageNotes } from './damage-notes.ts';
import { readDng } from './dng-preview.ts';
import { exifFacts } from './exif-facts.ts';
import type { Outcome } from './read-picture.ts';

const maxPixels = 100_000_000;

/**
 * The largest HEIC that is decoded. It is decoded as a whole, at four bytes a pixel and more than once: 62 million pixels took 700 MB.
 * Phones of 50 megapixels make up to 8,192 × 6,144.
 */
const maxHeicPixels = 64_000_000;

/** What is read of any picture that is whole. */
const ordinaryPixels = 24_000_000;

const sizes = { thumbnail: 320, large: 1_600 };

/** A picture much longer than wide, such as a screenshot of a conversation, keeps its text readable. WebP has at most 16,383 pixels. */
const longSizes = { short: 1_080, long: 16_000 };

/** The file descriptor of the answer. */
const answer = 3;

class Refusal extends Error {}

const [, , mediaType = '', what = ''] = process.argv;
const isHeic = ['image/heic', 'image/heif'].includes(mediaType);
lowerPriority();
sharp.cache(false);
sharp.concurrency(1);
// libvips reads dozens of formats, each with its own faults. Only those of evidence are allowed, and HEIC for its metadata.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`) });

const original = await buffer(process.stdin);
const dng = mediaType === 'image/x-adobe-dng' ? await readDng(original) : null;
const metadata = dng ? dng.preview : await readMetadata(original);
const { width = null, height = null } = (dng ? dng.size : metadata?.autoOrient) ?? {};
// Facts are told before a pixel is decoded, so that they are known even where that ends the process.
writeSync(answer, lineOf({ ...exifFacts(original), width, height }));
await makePreviews(original, metadata).then(
  ({ note, previews }) => write({ kind: 'read', note, lengths: [previews[0].length, previews[1].length] }, previews),
  (error: unknown) => write({ kind: 'unreadable', reason: reasonOf(error) }, []),
);

async function readMetadata(bytes: Buffer): Promise<Metadata | null> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}

async function makePreviews(
  bytes: Buffer,
  metadata: Metadata | null,
): Promise<{ note: string | null; previews: [Buffer, Buffer] }> {
  if (what === 'facts alone') throw new Refusal('No previews were asked for.');
  if (dng && !metadata) throw new Refusal('The camera put no small picture into it, and no raw one is shown.');
  if (!metadata) throw new Error('No picture.');
  refuseAbove(isHeic ? maxHeicPixels : maxPixels, metadata.width * metadata.height);
  // The picture is decoded once for both sizes. The previews have no metadata, because sharp keeps none unless it is told to.
  const { decoded, note } = isHeic
    ? { decoded: await decode(await openHeic(bytes, metadata), metadata), note: null }
    : await decodeOther(bytes, metadata);
  const { width, height, channels } = decoded.info;
  const pixels = () => sharp(decoded.data, { raw: { width, height, channels } });
  const thumbnail = await shrinkTo(pixels(), sizes.thumbnail).webp({ quality: 75 }).toBuffer();
  return { note, previews: [thumbnail, await pixels().webp({ quality: 80 }).toBuffer()] };
}

function decode(picture: Sharp, { autoOrient: { width, height } }: Metadata) {
  const [across, down] = height > 2.5 * width ? [longSizes.short, longSizes.long] : [sizes.large, sizes.large];
  return shrinkTo(picture, across, down).raw().toBuffer({ resolveWithObject: true });
}

/** Decodes a picture. Of one that ends too soon there is what is there, which is said, because the preview may look complete. */
async function decodeOther(bytes: Buffer, metadata: Metadata) {
  const open = (failOn: 'truncated' | 'none') => {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn, tiff: { subifd: dng?.subifd ?? -1 } });
    return dng?.turn ? picture.rotate(dng.turn) : picture.autoOrient();
  };
  const note = dng && 'This is the small picture that the camera put into the file. Download it for the raw one.';
  try {
    return { decoded: await decode(open('truncated'), metadata), note };
  } catch {
    return {
      decoded: await decode(open('none'), metadata),
      note: damageNotes.incomplete,
    };
  }
}

/** Opens the primary picture of a HEIC file, which libheif already turns upright as the container says. */
async function openHeic(bytes: Buffer, { pagePrimary = 0 }: Metadata): Promise<Sharp> {
  const primary = (await decodeHeic.all({ buffer: bytes }))[pagePrimary];
  if (!primary) throw new Error('No picture.');
  refuseAbove(maxHeicPixels, primary.width * primary.height);
  const { data, width, height } = await primary.decode();
  return sharp(data, { raw: { width, height, channels: 4 } });
}

function shrinkTo(picture: Sharp, width: number, height = width): Sharp {
  return picture.resize(width, height, { fit: 'inside', withoutEnlargement: true });
}

/** Lowers the priority, because claims are more urgent than previews. A sandbox may forbid it. */
function lowerPriority(): void {
  try {
    setPriority(10);
  } catch {}
}

function refuseAbove(limit: number, pixels: number): void {
  if (pixels > limit) throw new Refusal(`It has more than ${limit / 1_000_000} million pixels.`);
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const pixels = (width ?? 0) * (height ?? 0);
  return pixels > ordinaryPixels ? damageNotes.unread : damageNotes.damaged;
}

function write(outcome: Outcome, previews: Buffer[]): void {
  const { user, system } = process.cpuUsage();
  const line = lineOf({ ...outcome, processorMs: Math.ceil((user + system) / 1_000) });
  createWriteStream('', { fd: answer }).end(Buffer.concat([line, ...previews]));
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
