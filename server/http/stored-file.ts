import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

/** An answer held in memory, in every encoding it can be asked for in. */
export type StoredFile = {
  status: 200 | 404;
  headers: Record<string, string>;
  etag: string;
  bytes: Bytes;
  /** Absent where compression gains nothing. */
  brotli?: () => Promise<Bytes>;
  gzip?: () => Promise<Bytes>;
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * The text, compressed as far as it goes when it is first asked for so: tens of milliseconds, once, in a thread of its own.
 * At the start, all pages together would take twice as long as everything else that a start does.
 */
export function storeText(text: string, headers: Record<string, string>, status: 200 | 404 = 200): StoredFile {
  const bytes = new TextEncoder().encode(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
  };
  return {
    status,
    headers,
    etag: etagOf(bytes),
    bytes,
    brotli: once(() => compressBrotli(bytes, { params })),
    gzip: once(() => compressGzip(bytes, { level: 9 })),
  };
}

function once(compress: () => Promise<Uint8Array>): () => Promise<Bytes> {
  let compressed: Promise<Bytes> | null = null;
  return () => {
    compressed ??= compress().then(copy);
    return compressed;
  };
}

/** The window that just holds it. The usual one takes 4 MB, and tables of eight times that, for each page that is being compressed. */
function windowFor(length: number): number {
  return Math.min(Math.max(Math.ceil(Math.log2(length + 16)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);
}

export function etagOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

export function copy(buffer: Uint8Array): Bytes {
  return new Uint8Array(buffer);
}
