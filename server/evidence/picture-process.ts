/**
 * The child process that reads one picture. The original comes on standard input; its answer is a line of JSON and the previews.
 * `read-picture.ts` starts it with limits. A picture may be made to take over the program that reads it, so this process
 * knows no settings, no secrets and no files.
 */

import { createWriteStream } from 'node:fs';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import decodeHeic from 'heic-decode';
import sharp, { type Sharp } from 'sharp';
import { exifFacts } from './exif-facts.ts';
import type { PictureContent } from './read-picture.ts';

const maxPixels = 100_000_000;

/**
 * The largest HEIC that is decoded. It is decoded as a whole, at four bytes a pixel and more than once. The largest of today's phones
 * have 48 million pixels.
 */
const maxHeicPixels = 50_000_000;

const sizes = { thumbnail: 320, large: 1_600 };

class Refusal extends Error {}

const isHeic = ['image/heic', 'image/heif'].includes(process.argv[2] ?? '');
lowerPriority();
sharp.cache(false);
sharp.concurrency(1);
// libvips reads dozens of formats, each with its own faults. Only those of evidence are allowed, and HEIC for its metadata.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) });

const original = await buffer(process.stdin);
await read(original).then(
  ({ header, thumbnail, large }) => write({ ...header, lengths: [thumbnail.length, large.length] }, [thumbnail, large]),
  (error: unknown) => write({ kind: 'unreadable', reason: reasonOf(error) }, []),
);

async function read(bytes: Buffer) {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  refuseAbove(isHeic ? maxHeicPixels : maxPixels, metadata.width * metadata.height);
  const upright = isHeic ? await openHeic(bytes) : openOther(bytes);
  // The picture is decoded once for both sizes. The previews have no metadata, because sharp keeps none unless it is told to.
  const { data, info } = await shrinkTo(upright, sizes.large).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  return {
    header: { kind: 'read' as const, ...metadata.autoOrient, facts: exifFacts(metadata.exif) },
    thumbnail: await shrinkTo(pixels(), sizes.thumbnail).webp({ quality: 75 }).toBuffer(),
    large: await pixels().webp({ quality: 80 }).toBuffer(),
  };
}

/** Opens a picture. One of which a part is missing is refused, because a preview of it would look complete. */
function openOther(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' }).autoOrient();
}

/** Opens a HEIC picture, which libheif already turns upright as the container says. */
async function openHeic(bytes: Buffer): Promise<Sharp> {
  const [first] = await decodeHeic.all({ buffer: bytes });
  if (!first) throw new Error('No picture.');
  refuseAbove(maxHeicPixels, first.width * first.height);
  const { data, width, height } = await first.decode();
  return sharp(data, { raw: { width, height, channels: 4 } });
}

function shrinkTo(picture: Sharp, size: number): Sharp {
  return picture.resize(size, size, { fit: 'inside', withoutEnlargement: true });
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
  return error instanceof Refusal ? error.message : 'It is damaged, or too large to read.';
}

function write(header: PictureContent, previews: Buffer[]): void {
  const { user, system } = process.cpuUsage();
  const head = { ...header, processorMs: Math.ceil((user + system) / 1_000) };
  createWriteStream('', { fd: 3 }).end(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...previews]));
}
