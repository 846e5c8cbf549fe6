import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Bytes = Uint8Array<ArrayBuffer>;

/** A response held in memory, in every encoding. */
export type StoredFile = {
  status: 200 | 404;
  headers: Record<string, string>;
  etag: string;
  /** The SHA-256 in base64. */
  digest: string;
  bytes: Bytes;
  /** The body compressed with brotli; absent where compression gains nothing. */
  brotli?: () => Promise<Bytes>;
  gzip?: () => Promise<Bytes>;
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a page of 56 KB to 13.1 KB within a few milliseconds; the highest level, to 12.0 KB, takes a hundred times as long. */
export const quickBrotli = 5;

/**
 * Stores a text that is compressed when it is first requested: at the highest level that takes tens of milliseconds, once, in a
 * thread of the pool. At start it would take twice as long as everything else.
 */
export function storeText(
  text: string,
  headers: Record<string, string>,
  status: 200 | 404 = 200,
  quality: number = constants.BROTLI_MAX_QUALITY,
): StoredFile {
  const bytes = new TextEncoder().encode(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
  };
  return {
    status,
    headers,
    ...digestsOf(bytes),
    bytes,
    brotli: memoize(() => compressBrotli(bytes, { params })),
    gzip: memoize(() => compressGzip(bytes, { level: 9 })),
  };
}

function memoize(compress: () => Promise<Uint8Array>): () => Promise<Bytes> {
  let compressed: Promise<Bytes> | null = null;
  return () => {
    compressed ??= compress().then(copy);
    return compressed;
  };
}

/**
 * The smallest compression window that holds the text. The default takes 4 MB for each compression, and tables of eight times that.
 */
function windowFor(length: number): number {
  return Math.min(Math.max(Math.ceil(Math.log2(length + 16)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);
}

function digestsOf(bytes: Uint8Array): Pick<StoredFile, 'digest' | 'etag'> {
  const digest = createHash('sha256').update(bytes).digest('base64');
  return { digest, etag: digest.slice(0, 22) };
}

function copy(buffer: Uint8Array): Bytes {
  return new Uint8Array(buffer);
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The built files by path, read once, with what the build compressed (.br and .gz beside the file). */
export function loadAssets(folder: string | null): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  if (folder === null || !existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = contentTypes[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    files.set(path, loadAsset(file, type, path.startsWith('/assets/')));
  }
  return files;
}

function loadAsset(file: string, type: string, isHashed: boolean): StoredFile {
  const bytes = copy(readFileSync(file));
  const compressed = (suffix: string) => {
    if (!existsSync(file + suffix)) return undefined;
    const read = Promise.resolve(copy(readFileSync(file + suffix)));
    return () => read;
  };
  return {
    status: 200,
    // A file whose name contains a hash never changes.
    headers: { 'Content-Type': type, 'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600' },
    ...digestsOf(bytes),
    bytes,
    brotli: compressed('.br'),
    gzip: compressed('.gz'),
  };
}
