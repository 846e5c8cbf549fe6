import { hour } from '#forms/durations.ts';
import type { EvidenceType } from '#forms/evidence-kinds.ts';
import { cameraName, cameraTime, type FileFacts, noFacts, placeAt, utcOffset } from './file-facts.ts';

/** Reads bytes of a file, both ends included. */
type ReadRange = (start: number, end: number) => Promise<Buffer>;

/** The most boxes of a file that are looked at before the one that describes it, and the most of that which is read. */
const maxBoxes = 100;
const maxMovieBytes = 32 * 1024 ** 2;

/** The most boxes within one that are looked at, and the most of a text that is read: what was made to take long could have millions. */
const maxBoxesWithin = 300;
const maxTextBytes = 500;

/** The containers whose boxes say something of the film. */
export const boxTypes: string[] = ['video/mp4', 'video/quicktime', 'video/3gpp', 'audio/mp4'] satisfies EvidenceType[];

/** Whether files of a type consist of boxes, as QuickTime and MP4 do. */
export function hasBoxes(mediaType: string | null): boolean {
  return boxTypes.includes(mediaType ?? '');
}

/**
 * Reads what a film of QuickTime or MP4 says about itself. Its description (`moov`) may be behind gigabytes of pictures, so only the
 * lengths of the boxes before it are read.
 */
export async function filmFacts(read: ReadRange, size: number): Promise<FileFacts> {
  const movie = await findMovie(read, size);
  return movie ? factsOf(movie) : noFacts;
}

async function findMovie(read: ReadRange, size: number): Promise<Buffer | null> {
  for (let at = 0, count = 0; at + 8 < size && count < maxBoxes; count += 1) {
    const head = await read(at, Math.min(at + 15, size - 1));
    const { type, contentAt, length } = headOf(head, size - at);
    if (length < contentAt) return null;
    if (type === 'moov' && (length === contentAt || at + contentAt >= size)) return null;
    if (type === 'moov') return read(at + contentAt, Math.min(at + length, at + contentAt + maxMovieBytes, size) - 1);
    at += length;
  }
  return null;
}

/** The head of a box. A length of 0 is the rest of the file, and of 1 one that follows in 64 bits. */
function headOf(head: Buffer, rest: number): { type: string; contentAt: number; length: number } {
  const type = head.toString('latin1', 4, 8);
  const length = head.readUInt32BE(0);
  if (length === 1 && head.length >= 16) return { type, contentAt: 16, length: Number(head.readBigUInt64BE(8)) };
  return { type, contentAt: 8, length: length === 0 ? rest : length };
}

function factsOf(movie: Buffer): FileFacts {
  const userData = boxIn(movie, 'udta');
  const metadata = [boxIn(userData, 'meta'), boxIn(movie, 'meta')];
  const texts = new Map([...userTexts(userData), ...metadata.flatMap((one) => [...metadataTexts(one)])]);
  const { madeAt, durationMs } = header(movie);
  return {
    takenAt: [texts.get('creationdate'), texts.get('©day')].map(moment).find(Boolean) ?? madeAt,
    ...(isoPlace(texts.get('location.ISO6709') ?? texts.get('©xyz')) ?? place3gpp(userData)),
    camera: cameraName(texts.get('make') ?? texts.get('©mak') ?? '', texts.get('model') ?? texts.get('©mod') ?? ''),
    ...pictureSize(movie),
    durationMs,
  };
}

/** The first boxes within a box. What does not fit ends the list, as does the zero at the end of QuickTime's user data. */
function* boxesIn(content: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0, count = 0; at + 8 <= content.length && count < maxBoxesWithin; count += 1) {
    const { type, contentAt, length } = headOf(content.subarray(at, at + 16), 0);
    if (length < contentAt) return;
    yield { type, content: content.subarray(at + contentAt, at + length) };
    at += length;
  }
}

/** The content of the first box of a type; empty where there is none. */
function boxIn(content: Buffer, type: string): Buffer {
  for (const one of boxesIn(content)) if (one.type === type) return one.content;
  return Buffer.alloc(0);
}

/**
 * The time in a film's own header, which is UTC by the standard. Phones write that; dashcams write what their clock says. So it ends in
 * `Z`, where a zone that the camera stated ends in its offset.
 */
function header(movie: Buffer): { madeAt: string | null; durationMs: number | null } {
  const content = boxIn(movie, 'mvhd');
  const isLong = content[0] === 1;
  if (content.length < (isLong ? 32 : 20)) return { madeAt: null, durationMs: null };
  const seconds = numberAt(content, 4, isLong) - secondsTo1970;
  const inFragments = boxIn(boxIn(movie, 'mvex'), 'mehd');
  const duration = numberAt(content, isLong ? 24 : 16, isLong) || numberAt(inFragments, 4, inFragments[0] === 1);
  const durationMs = Math.round((duration * 1_000) / content.readUInt32BE(isLong ? 20 : 12));
  const local = seconds > 0 && seconds < lastSecond ? cameraTime(new Date(seconds * 1_000).toISOString()) : null;
  return { madeAt: local && `${local}Z`, durationMs: durationMs > 0 && durationMs < maxDurationMs ? durationMs : null };
}

/** Films count from 1904. */
const secondsTo1970 = 2_082_844_800;

/** The end of the year 9999. */
const lastSecond = 253_402_300_800;

/** A number of all ones stands for a length that is not known. */
const maxDurationMs = 100 * hour;

function numberAt(content: Buffer, at: number, isLong: boolean): number {
  if (at + (isLong ? 8 : 4) > content.length) return 0;
  return isLong ? Number(content.readBigUInt64BE(at)) : content.readUInt32BE(at);
}

/** The texts of QuickTime's user data, which have a length and a language before them. */
function* userTexts(userData: Buffer): Generator<[type: string, text: string]> {
  for (const { type, content } of boxesIn(userData))
    if (type.startsWith('©'))
      yield [type, content.toString('utf8', 4, 4 + Math.min(content.length >= 2 ? content.readUInt16BE(0) : 0, maxTextBytes))];
}

/** The texts of metadata, by the names that Apple's and Android's cameras give them, or by the types of their boxes. */
function* metadataTexts(metadata: Buffer): Generator<[name: string, text: string]> {
  // In MP4 a version is before the boxes, and in QuickTime none.
  const content = metadata.toString('latin1', 4, 8) === 'hdlr' ? metadata : metadata.subarray(4);
  const names = [...boxesIn(boxIn(content, 'keys').subarray(8))].map(({ content: name }) =>
    name.toString('utf8', 0, maxTextBytes),
  );
  for (const { type, content: item } of boxesIn(boxIn(content, 'ilst'))) {
    const full = names[Buffer.from(type, 'latin1').readUInt32BE(0) - 1] ?? type;
    const name = full.replace(/^com\.(apple\.quicktime|android)\./, '').replace('manufacturer', 'make');
    yield [name, boxIn(item, 'data').toString('utf8', 8, 8 + maxTextBytes)];
  }
}

function moment(text = ''): string | null {
  const local = cameraTime(text);
  return local && local + (utcOffset(text.slice(19).replace(/^\.\d+/, '')) ?? '');
}

/** A place as ISO 6709 writes it: degrees, or degrees with minutes and seconds, without anything between them. */
function isoPlace(text = ''): ReturnType<typeof placeAt> | null {
  const [, latitude, longitude] = /^([+-]\d{1,6}(?:\.\d+)?)([+-]\d{1,7}(?:\.\d+)?)/.exec(text) ?? [];
  return latitude && longitude ? placeAt(isoDegrees(latitude, 2), isoDegrees(longitude, 3)) : null;
}

function isoDegrees(text: string, digits: number): number {
  const number = text.slice(1);
  const whole = number.search(/\.|$/);
  // The fraction belongs to the last of degrees, minutes and seconds.
  const part = (from: number, to: number) => (from < whole ? Number(number.slice(from, to < whole ? to : undefined)) : 0);
  const value = part(0, digits) + part(digits, digits + 2) / 60 + part(digits + 2, digits + 4) / 3600;
  return text.startsWith('-') ? -value : value;
}

/** The place in 3GPP's user data: a language, a name, and coordinates in fractions of 65,536. */
function place3gpp(userData: Buffer): ReturnType<typeof placeAt> {
  const content = boxIn(userData, 'loci');
  const at = content.indexOf(0, 6) + 2;
  if (at < 8 || at + 8 > content.length) return placeAt(null, null);
  return placeAt(content.readInt32BE(at + 4) / 0x10000, content.readInt32BE(at) / 0x10000);
}

/** The size of the first track that has pictures, as it is shown: cameras that were held upright say that it is turned. */
function pictureSize(movie: Buffer): Pick<FileFacts, 'width' | 'height'> {
  for (const { type, content } of boxesIn(movie)) {
    const track = type === 'trak' ? boxIn(content, 'tkhd') : Buffer.alloc(0);
    const matrixAt = track[0] === 1 ? 52 : 40;
    if (track.length < matrixAt + 44) continue;
    const [width, height] = [track.readUInt16BE(matrixAt + 36), track.readUInt16BE(matrixAt + 40)];
    const isTurned = track.readInt32BE(matrixAt) === 0 && track.readInt32BE(matrixAt + 4) !== 0;
    if (width > 0 && height > 0) return isTurned ? { width: height, height: width } : { width, height };
  }
  return { width: null, height: null };
}
