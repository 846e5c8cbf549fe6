import type { Context } from 'hono';
import type { StoredFile } from './stored-file.ts';

/** Answers from memory: the best encoding that the browser takes, 304 where it has this version already. */
export async function serveStored(c: Context, file: StoredFile): Promise<Response> {
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '', file);
  const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const headers: Record<string, string> = { ...file.headers, ETag: etag, ...(file.brotli && { Vary: 'Accept-Encoding' }) };
  if (file.status === 200 && isFresh(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const body = encoding === 'br' ? await file.brotli : encoding === 'gzip' ? await file.gzip : file.bytes;
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  headers['Content-Length'] = String(body?.length ?? 0);
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
