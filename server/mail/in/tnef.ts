/**
 * Exchange puts the files of an e-mail in rich text into one, winmail.dat (TNEF, MS-OXTNEF), which no mail program but Outlook opens. No kept library
 * reads it. Runs in the process that reads long e-mails, which may load no other folder.
 */

/** `isShown`: a picture that the text shows where it belongs. */
export type TnefFile = { name: string; mimeType: string; bytes: Buffer; isShown: boolean };

const signature = 0x22_3e_9f_78;

/** Attributes of a file: where one begins, its short name, its bytes, and its properties. */
const attributes = { begin: 0x6_90_02, title: 0x1_80_10, data: 0x6_80_0f, properties: 0x6_90_05 };

const properties = { shortName: 0x37_04, longName: 0x37_07, mimeType: 0x37_0e, contentId: 0x37_12, data: 0x37_01 };

/**
 * The files in a TNEF stream, and those in e-mails that were attached to its e-mail. Throws a RangeError where it is broken. Each is a view of
 * the bytes.
 */
export function filesInTnef(tnef: Buffer, depth = 1): TnefFile[] {
  const files: TnefFile[] = [];
  if (!isTnef(tnef)) return files;
  let file: TnefFile | null = null;
  // A level, an id, a length, so many bytes, and a checksum.
  for (let at = 6; at < tnef.length; ) {
    const [id, length] = [tnef.readUInt32LE(at + 1), tnef.readUInt32LE(at + 5)];
    const data = piece(tnef, at + 9, length);
    at += 9 + length + 2;
    if (id === attributes.begin) {
      file = { name: '', mimeType: 'application/octet-stream', bytes: Buffer.alloc(0), isShown: false };
      files.push(file);
    }
    if (!file) continue;
    if (id === attributes.title) file.name ||= textOf(data);
    if (id === attributes.data) file.bytes = data;
    if (id === attributes.properties) for (const property of propertiesIn(data)) files.push(...describe(file, property, depth));
  }
  return files.filter(({ bytes }) => bytes.length > 0);
}

const isTnef = (bytes: Buffer): boolean => bytes.length >= 6 && bytes.readUInt32LE(0) === signature;

type Property = { id: number; isUnicode: boolean; value: Buffer };

/**
 * Adds what a property says of a file. An e-mail is a winmail.dat behind the 16 bytes that say so, which is kept, because it may have
 * words. Returns the files of it.
 */
function describe(file: TnefFile, { id, isUnicode, value }: Property, depth: number): TnefFile[] {
  const text = textOf(value, isUnicode);
  if (id === properties.longName || (id === properties.shortName && file.name === '')) file.name = text;
  if (id === properties.mimeType) file.mimeType = text.toLowerCase();
  if (id === properties.contentId) file.isShown = true;
  const inner = id === properties.data ? value.subarray(16) : Buffer.alloc(0);
  if (!isTnef(inner)) return [];
  file.bytes = inner;
  file.name ||= 'email.dat';
  return depth > 0 ? filesInTnef(inner, depth - 1) : [];
}

/** Types of one length each, and those that come with their length: text, bytes and objects. */
const lengths: Record<number, number> = { 2: 2, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 2, 20: 8, 64: 8, 72: 16 };
const [objectType, unicodeType, binaryType] = [0x0d, 0x1f, 0x1_02];
const withLength = [objectType, 0x1e, unicodeType, binaryType];
const severalValues = 0x10_00;

function* propertiesIn(data: Buffer): Generator<Property> {
  let at = 4;
  for (let left = data.readUInt32LE(0); left > 0; left -= 1) {
    const [written, id] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)];
    const type = written & ~severalValues;
    at += 4;
    // It has a name: a number, or a text.
    if (id >= 0x80_00) at += 24 + (data.readUInt32LE(at + 16) === 1 ? padded(data.readUInt32LE(at + 20)) : 0);
    const isCounted = withLength.includes(type) || type !== written;
    const count = isCounted ? data.readUInt32LE(at) : 1;
    if (isCounted) at += 4;
    for (let index = 0; index < count; index += 1) {
      const length = lengths[type] ?? data.readUInt32LE(at);
      if (!(type in lengths)) at += 4;
      yield { id, isUnicode: type === unicodeType, value: piece(data, at, length) };
      at += padded(length);
    }
  }
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

function piece(bytes: Buffer, at: number, length: number): Buffer {
  if (at + length > bytes.length) throw new RangeError('The file ends within a part.');
  return bytes.subarray(at, at + length);
}

function textOf(value: Buffer, isUnicode = false): string {
  return new TextDecoder(isUnicode ? 'utf-16le' : 'windows-1252').decode(value).replace(/\0.*$/s, '').trim();
}
