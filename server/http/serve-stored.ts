import type { Context, MiddlewareHandler } from 'hono';
import { newRequestId } from '#server/observability/request-id.ts';
import { requestIdHeader } from './request-id.ts';
import type { StoredFile } from './stored-file.ts';

/**
 * Pages and files, before all other middleware: they bring these headers with them from the start, because an answer whose headers
 * are added to on its way takes twice the time.
 */
export function serveFiles(files: Iterable<[string, StoredFile]>, headers: Record<string, string>): MiddlewareHandler {
  const byPath = new Map(Array.from(files, ([path, file]) => [path, withHeaders(file, headers)]));
  return async function serveFile(c, next) {
    const file = byPath.get(c.req.path);
    return file && (c.req.method === 'GET' || c.req.method === 'HEAD') ? serveStored(c, file) : next();
  };
}

/** Its own headers stand above those that every answer has. */
function withHeaders(file: StoredFile, others: Record<string, string>): StoredFile {
  const headers = new Headers(others);
  for (const [name, value] of Object.entries(file.headers)) headers.set(name, value);
  return { ...file, headers: Object.fromEntries(headers) };
}

/** Answers from memory: the best encoding that the browser takes, 304 where it has this version already. */
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
