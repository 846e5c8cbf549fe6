import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { createLruCache } from '#server/observability/lru-cache.ts';
import type { Pieces } from './evidence-store.ts';

/** How long S3 may be silent before a request of ours fails; each is tried three times. */
const timeoutsMs = { connect: 5_000, silent: 20_000 };

/**
 * The smallest size that S3 accepts for all parts but the last. An upload has two parts in memory: one is filled while the other is
 * sent.
 */
const partBytes = 5 * 1024 ** 2;

/**
 * The library's store, changed to keep parts in memory. The library keeps them as files in the machine's temporary folder, where a
 * killed process leaves pieces of evidence behind; and it sends several at once, so that one that fails can leave a gap.
 */
export class Bucket extends S3Store {
  /** Takes the bucket's URL, `s3://KEY:SECRET@host:port/bucket?region=…&tls=off`. */
  constructor(url: string) {
    const { username, password, host, pathname, searchParams } = new URL(url);
    super({
      s3ClientConfig: {
        bucket: pathname.replaceAll('/', ''),
        endpoint: `${searchParams.get('tls') === 'off' ? 'http' : 'https'}://${host}`,
        region: searchParams.get('region') ?? 'us-east-1',
        credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
        forcePathStyle: true,
        requestHandler: { connectionTimeout: timeoutsMs.connect, socketTimeout: timeoutsMs.silent },
        // Not every S3 knows the newer checksums.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      },
      partSize: partBytes,
      useTags: false,
      cache: boundedCache(),
    });
  }

  get s3() {
    return this.client;
  }

  get bucketName() {
    return this.bucket;
  }

  async isComplete(key: string): Promise<boolean> {
    return (await this.sizeOfWhole(key)) !== null;
  }

  /** The size of a complete object; null where there is none. */
  async sizeOfWhole(key: string): Promise<number | null> {
    try {
      const { ContentLength } = await this.client.headObject({ Bucket: this.bucket, Key: key });
      return ContentLength ?? 0;
    } catch (error) {
      if (['NotFound', 'NoSuchKey'].includes((error as Error).name)) return null;
      throw error;
    }
  }

  override async write(pieces: Pieces, key: string, offset: number): Promise<number> {
    return super.write(Readable.from(copiesOf(pieces), { objectMode: false }), key, offset);
  }

  /** Sends one part after the other. What remains at the end of a request is kept in S3 for the next one. */
  protected override async uploadParts(
    metadata: MetadataValue,
    stream: Readable,
    firstNumber: number,
    offset: number,
  ): Promise<number> {
    const { id, size } = metadata.file;
    let number = firstNumber;
    let sent = 0;
    let sending: Promise<unknown> = Promise.resolve();
    for await (const part of inParts(stream)) {
      await sending;
      // A file of unknown size comes in one request, so that a part with which the request ends is its last.
      const isLast = size === undefined || offset + sent + part.length === size;
      sending =
        part.length === partBytes || isLast
          ? this.uploadPart(metadata, part, number)
          : this.uploadIncompletePart(id, part as unknown as Readable);
      // An error is thrown when the next part waits for this one.
      sending.catch(() => {});
      number += 1;
      sent += part.length;
    }
    await sending;
    return sent;
  }

  protected override async downloadIncompletePart(id: string) {
    const found = await this.getIncompletePart(id);
    if (!found) return undefined;
    const bytes = await buffer(found);
    const createReader = () => Readable.from([bytes]) as unknown as ReadStream;
    return { size: bytes.length, path: '', createReader };
  }
}

async function* copiesOf(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

async function* inParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (let chunk of stream) {
    while (chunk.length > 0) {
      const taken = chunk.copy(part, filled);
      filled += taken;
      chunk = chunk.subarray(taken);
      if (filled < partBytes) continue;
      yield part;
      part = Buffer.allocUnsafe(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** The library's cache of uploads, with a limit: its own keeps even those that nobody goes on with. */
function boundedCache() {
  const known = createLruCache<MetadataValue | { isGone: true }>(1_000);
  return {
    get: async (key: string) => {
      const value = known.get(key);
      return value && !('isGone' in value) ? value : undefined;
    },
    set: async (key: string, value: MetadataValue) => void known.set(key, value),
    delete: async (key: string) => void known.set(key, { isGone: true }),
  };
}
