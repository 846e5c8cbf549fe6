import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { newRequestId } from '#server/core/observability/log.ts';
import { requestIdHeader } from './request-id.ts';
import type { Bytes, StoredFile } from './stored-files.ts';

/** Files with their responses prepared, except for what depends on the request. */
export type ServedFiles = Map<string, ServedFile>;

export type ServedFile = { status: 200 | 404; identity: Representation; br: Representation | null; gzip: Representation | null };

/** A file in one encoding. */
type Representation = {
  etag: string;
  /** The headers of a response with status 304. */
  unchanged: Record<string, string>;
  /** The headers of a response with a body. */
  whole: Record<string, string>;
  load: () => Promise<Bytes>;
  /** The body once it was loaded, and its headers in the form that Node writes fastest. */
  loaded: { body: Bytes; headers: string[] } | null;
};

/** `shared`: headers of every response. A file's own take precedence. */
export function prepareFiles(files: Iterable<[string, StoredFile]>, shared: Record<string, string>): ServedFiles {
  return new Map(Array.from(files, ([path, file]) => [path, prepareFile(file, shared)]));
}

export function prepareFile(file: StoredFile, shared: Record<string, string> = {}): ServedFile {
  const headers = new Headers(shared);
  for (const [name, value] of Object.entries(file.headers)) headers.set(name, value);
  if (file.brotli) headers.set('vary', 'Accept-Encoding');
  const represent = (encoding: string | null, load: (() => Promise<Bytes>) | undefined): Representation | null => {
    if (!load) return null;
    const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
    const unchanged = { ...Object.fromEntries(headers), etag };
    return { etag, unchanged, whole: { ...unchanged, ...(encoding && { 'content-encoding': encoding }) }, load, loaded: null };
  };
  return {
    status: file.status,
    identity: represent(null, () => Promise.resolve(file.bytes)) as Representation,
    br: represent('br', file.brotli),
    gzip: represent('gzip', file.gzip),
  };
}

/**
 * Serves pages and files before all other middleware, which would each add headers: that doubles the time of a response. `isRendered`:
 * the page is made for this request.
 */
export function serveFiles(files: ServedFiles, isRendered: (c: Context) => boolean = () => false): MiddlewareHandler {
  return async function serveFile(c, next) {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const file = isRendered(c) ? undefined : findFile(files, c);
    return file ? serveFileNow(c, file) : next();
  };
}

/** The file for a path. Its language is the only query parameter that a file depends on. */
export function findFile(files: ServedFiles, c: Context): ServedFile | undefined {
  const { path } = c.req;
  const language = c.req.query('lang');
  return (language && files.get(`${path}?lang=${language}`)) || files.get(path);
}

/** Responds in the best accepted encoding, or with 304 where the ETag matches. */
export async function serveFileNow(c: Context, file: ServedFile): Promise<Response> {
  const chosen = choose(file, c.req.header('accept-encoding'));
  const id = { [requestIdHeader]: newRequestId() };
  if (isFresh(file, c.req.header('if-none-match'), chosen))
    return new Response(null, { status: 304, headers: { ...chosen.unchanged, ...id } });
  const { body } = await load(chosen);
  const headers = { ...chosen.whole, 'content-length': String(body.length), ...id };
  return new Response(c.req.method === 'HEAD' ? null : body, { status: file.status, headers });
}

/**
 * Serves a file from Node's request to its response. A Request, a Response and a router in between would take twice as long as all
 * the rest. Works only for the exact path of a file that was served before, and returns false for everything else.
 */
export function serveDirectly(files: ServedFiles, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { method, url = '', headers } = incoming;
  const file = files.get(url);
  if (!file || (method !== 'GET' && method !== 'HEAD')) return false;
  const chosen = choose(file, headers['accept-encoding']);
  if (!chosen.loaded || isFresh(file, headers['if-none-match'], chosen)) return false;
  outgoing.writeHead(file.status, [...chosen.loaded.headers, requestIdHeader, newRequestId()]);
  outgoing.end(method === 'HEAD' ? undefined : chosen.loaded.body);
  return true;
}

async function load(chosen: Representation): Promise<{ body: Bytes }> {
  if (chosen.loaded) return chosen.loaded;
  const body = await chosen.load();
  chosen.loaded = { body, headers: Object.entries({ ...chosen.whole, 'content-length': String(body.length) }).flat() };
  return chosen.loaded;
}

const takes = (name: string) => new RegExp(`(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))\\s*(;|,|$)`, 'i');
const takesBrotli = takes('br');
const takesGzip = takes('gzip');

function choose({ br, gzip, identity }: ServedFile, accepted: string | string[] = ''): Representation {
  const names = String(accepted);
  if (br && takesBrotli.test(names)) return br;
  return gzip && takesGzip.test(names) ? gzip : identity;
}

function isFresh({ status }: ServedFile, ifNoneMatch: string | undefined, { etag }: Representation): boolean {
  if (status !== 200 || !ifNoneMatch) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
