import type { Readable } from 'node:stream';
import type { ByteRange } from './evidence-item.ts';
import { type EvidenceStore, FileMissing, type Pieces } from './evidence-store.ts';
import { elementsOf, fieldOf, openBucket, S3Error } from './s3-bucket.ts';

/**
 * The smallest size that S3 accepts for all parts but the last. An upload has two parts in memory: one is filled while the other is
 * sent.
 */
const partBytes = 5 * 1024 ** 2;

/** Where a listing of S3 goes on: the parameter of the next request, and the element with its value. */
const markers = {
  Contents: [['continuation-token', 'NextContinuationToken']],
  Upload: [
    ['key-marker', 'NextKeyMarker'],
    ['upload-id-marker', 'NextUploadIdMarker'],
  ],
  Part: [['part-number-marker', 'NextPartNumberMarker']],
} as const;

type Parts = { uploadId: string; etags: string[]; size: number };

/**
 * Opens a bucket by its URL, `s3://KEY:SECRET@host:port/bucket?region=…&tls=off`. S3 itself knows what has come of an upload: its
 * parts, and an object with what is too little for the next part, whose name has that part's number, so that it counts only until
 * that part is there.
 */
export function openS3Store(url: string): EvidenceStore {
  const bucket = openBucket(url);
  const tailName = (key: string, { etags }: Parts) => `${key}.part-${etags.length + 1}`;

  async function* listed(element: keyof typeof markers, key: string, query: Record<string, string>): AsyncGenerator<string> {
    for (let more: Record<string, string> = {}; ; ) {
      const page = await bucket.ask('GET', key, { query: { ...query, ...more } });
      yield* elementsOf(page, element);
      more = Object.fromEntries(markers[element].map(([parameter, name]) => [parameter, fieldOf(page, name)]));
      if (fieldOf(page, 'IsTruncated') !== 'true' || Object.values(more).includes('')) return;
    }
  }

  async function* objects(prefix: string) {
    for await (const found of listed('Contents', '', { 'list-type': '2', prefix }))
      yield { name: fieldOf(found, 'Key'), changedAt: Date.parse(fieldOf(found, 'LastModified')) || 0 };
  }

  async function* multipartUploads(prefix: string) {
    for await (const found of listed('Upload', '', { uploads: '', prefix }))
      yield {
        name: fieldOf(found, 'Key'),
        uploadId: fieldOf(found, 'UploadId'),
        changedAt: Date.parse(fieldOf(found, 'Initiated')) || 0,
      };
  }

  async function partsOf(key: string): Promise<Parts | null> {
    for await (const { name, uploadId } of multipartUploads(key)) {
      if (name !== key) continue;
      const parts: Parts = { uploadId, etags: [], size: 0 };
      for await (const part of listed('Part', key, { uploadId })) {
        parts.etags.push(fieldOf(part, 'ETag'));
        parts.size += Number(fieldOf(part, 'Size'));
      }
      return parts;
    }
    return null;
  }

  async function sizeOf(key: string): Promise<number | null> {
    const response = await bucket.send('HEAD', key).catch(ignoreMissing);
    response?.resume();
    return response ? Number(response.headers['content-length'] ?? 0) : null;
  }

  /** Adds a part to an upload. */
  async function addPart(key: string, parts: Parts, bytes: Uint8Array): Promise<void> {
    const query = { partNumber: String(parts.etags.length + 1), uploadId: parts.uploadId };
    const response = await bucket.send('PUT', key, { query, body: bytes });
    response.resume();
    parts.etags.push(response.headers.etag ?? '');
    parts.size += bytes.length;
  }

  /** Sends one part after the other, so that one that fails leaves no gap. What remains is kept for the next request. */
  async function append(key: string, parts: Parts, pieces: Pieces, size: number | null): Promise<number> {
    const tail = tailName(key, parts);
    const begun = await readAll(tail);
    let sending: Promise<unknown> = Promise.resolve();
    let end = parts.size;
    for await (const part of inParts(begun, pieces)) {
      await sending;
      end += part.length;
      const isPart = part.length === partBytes || size === null || end === size;
      sending = isPart ? addPart(key, parts, part) : put(tailName(key, parts), part);
      // An error is thrown when the next part waits for this one.
      sending.catch(() => {});
    }
    await sending;
    if (begun.length > 0 && tail !== tailName(key, parts)) await remove(tail);
    return end;
  }

  async function readAll(name: string): Promise<Buffer> {
    const found = await read(name).catch((error: Error) => (error instanceof FileMissing ? null : Promise.reject(error)));
    return found ? Buffer.concat(await found.toArray()) : Buffer.alloc(0);
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    const headers = range && { Range: `bytes=${range.start}-${range.end}` };
    const found = await bucket.send('GET', key, { headers }).catch(ignoreMissing);
    if (!found) throw new FileMissing(key);
    return found;
  }

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    await bucket.ask('PUT', key, { body: bytes });
  }

  async function remove(name: string): Promise<void> {
    await bucket.ask('DELETE', name);
  }

  /** Removes what has come of uploads, and the objects of a prefix. */
  async function clear(key: string, prefix: string): Promise<void> {
    for await (const { name, uploadId } of multipartUploads(key))
      await bucket.ask('DELETE', name, { query: { uploadId } }).catch(ignoreMissing);
    for await (const { name } of objects(prefix)) await remove(name);
  }

  return {
    begin: async (key) => {
      await bucket.ask('POST', key, { query: { uploads: '' } });
    },

    openUpload: async (key) => {
      const parts = await partsOf(key);
      if (parts) {
        const offset = parts.size + ((await sizeOf(tailName(key, parts))) ?? 0);
        return { offset, append: (pieces, size) => append(key, parts, pieces, size) };
      }
      const whole = await sizeOf(key);
      return whole === null ? null : { offset: whole, append: async () => whole };
    },

    seal: async (key, size) => {
      if ((await sizeOf(key)) !== null) return;
      const parts = await partsOf(key);
      if (parts?.size !== size) return;
      const list = parts.etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
      const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
      await bucket.ask('POST', key, { query: { uploadId: parts.uploadId }, body });
    },

    forgetUpload: (key) => clear(key, `${key}.part-`),

    sizeOf,
    read,

    pathOf: () => null,

    scan: async function* (key) {
      yield* await read(key);
    },

    put,

    remove: (key) => clear(key, key),

    keys: async function* () {
      for await (const { name, changedAt } of objects('')) yield { key: keyOfObject(name), changedAt };
      for await (const { name, changedAt } of multipartUploads('')) yield { key: name, changedAt };
    },

    freeBytes: async () => null,

    diskBytes: async () => null,

    close: () => bucket.close(),
  };
}

/** The bytes that have come already, and the pieces, in parts; the last one may be smaller. */
async function* inParts(begun: Buffer, pieces: Pieces): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = begun.copy(part);
  for await (let piece of pieces) {
    while (piece.length > 0) {
      const taken = Math.min(piece.length, partBytes - filled);
      part.set(piece.subarray(0, taken), filled);
      filled += taken;
      piece = piece.subarray(taken);
      if (filled < partBytes) continue;
      yield part;
      part = Buffer.allocUnsafe(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** The key of the file to which an object belongs: the object is the original, or has a dot and a name after the key. */
function keyOfObject(name: string): string {
  return name.replace(/\.[^/]*$/, '');
}

function ignoreMissing(error: unknown): null {
  if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return null;
  throw error;
}
