import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { newRequestId } from '#server/observability/log.ts';
import { requestIdHeader } from './request-id.ts';

/**
 * Serves pages and files before all other middleware. Their headers are set in advance: adding headers to a response doubles its time.
 */
export function serveFiles(files: Iterable<[string, StoredFile]>, headers: Record<string, string>): MiddlewareHandler {
  const byPath = new Map(Array.from(files, ([path, file]) => [path, withHeaders(file, headers)]));
  return async function serveFile(c, next) {
    const { path } = c.req;
    // The one parameter by which a page differs; of every other query the page is the same.
    const language = c.req.query('lang');
    const file = (language && byPath.get(`${path}?lang=${language}`)) || byPath.get(path);
    return file && (c.req.method === 'GET' || c.req.method === 'HEAD') ? serveStored(c, file) : next();
  };
}

/** A file's own headers take precedence. */
function withHeaders(file: StoredFile, others: Record<string, string>): StoredFile {
  const headers = new Headers(others);
  for (const [name, value] of Object.entries(file.headers)) headers.set(name, value);
  return { ...file, headers: Object.fromEntries(headers) };
}

/** Responds in the best accepted encoding, or with 304 where the ETag matches. */
export async function serveStored(c: Context, file: StoredFile): Promise<Response> {
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '', file);
  const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const headers: Record<string, string> = {
    ...file.headers,
    etag,
    [requestIdHeader]: newRequestId(),
    ...(file.brotli && { vary: 'Accept-Encoding' }),
  };
  if (file.status === 200 && isFresh(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const body = encoding === 'br' ? await file.brotli?.() : encoding === 'gzip' ? await file.gzip?.() : file.bytes;
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = String(body?.length ?? 0);
  return new Response(c.req.method === 'HEAD' ? null : body, { status: file.status, headers });
}

type Encoding = 'br' | 'gzip' | 'identity';

function chooseEncoding(accepted: string, file: StoredFile): Encoding {
  const takes = (name: string) => new RegExp(`(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))\\s*(;|,|$)`, 'i').test(accepted);
  if (file.brotli && takes('br')) return 'br';
  return file.gzip && takes('gzip') ? 'gzip' : 'identity';
}

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A response held in memory, in every encoding. */
export type StoredFile = {
  status: 200 | 404;
  headers: Record<string, string>;
  etag: string;
  /** SHA-256, base64. */
  digest: string;
  bytes: Bytes;
  /** Absent where compression gains nothing. */
  brotli?: () => Promise<Bytes>;
  gzip?: () => Promise<Bytes>;
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Compresses the text at the highest level on its first request: tens of milliseconds, once, in a thread of the pool. Doing so at start
 * would take twice as long as everything else that a start does.
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

/** The smallest window that holds the text: the default takes 4 MB, and tables of eight times that, for each compression. */
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
    // A file with a hash in its name never changes.
    headers: { 'Content-Type': type, 'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600' },
    ...digestsOf(bytes),
    bytes,
    brotli: compressed('.br'),
    gzip: compressed('.gz'),
  };
}
