import { Readable } from 'node:stream';
import { type EvidenceType, kindOf } from '#forms/evidence-kinds.ts';
import type { App } from '#server/core/app.ts';
import { openEvidence } from './evidence.ts';
import type { ByteRange, EvidenceItem } from './evidence-item.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import { FileMissing } from './evidence-store.ts';
import { contentDisposition, downloadName } from './file-name.ts';
import { copyKey } from './film-job.ts';

/**
 * The policy of a file that a browser shows by itself: without scripts, and without the rights of our origin. Images and media are
 * allowed, because the browser's own page for them needs that. No page may frame it.
 */
function policyOf(mediaType: EvidenceType): string {
  // A browser requests the parts of a film by itself, and would not get them without our origin's cookies.
  const sandbox = kindOf(mediaType).opens === 'player' ? 'sandbox allow-same-origin' : 'sandbox';
  return `${sandbox}; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'`;
}

/**
 * Serves an original, or the requested part of it. That the request may have it was checked before. `inline`: to show it, otherwise
 * to save it; a kind that no browser shows is only saved.
 */
export async function serveOriginal(
  app: App,
  request: Request,
  item: EvidenceItem,
  { inline }: { inline: boolean },
): Promise<Response> {
  if (item.scan === 'infected') return sentence(403, evidenceRefusals.infected);
  if (item.scan === 'waiting') return sentence(409, evidenceRefusals.notReady);
  const mediaType = item.mediaType as EvidenceType;
  const headers: Record<string, string> = {
    'Content-Type': mediaType,
    'Content-Disposition': contentDisposition(
      inline && kindOf(mediaType).opens ? 'inline' : 'attachment',
      downloadName(item.name, mediaType),
    ),
    'Content-Security-Policy': policyOf(mediaType),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
    'Accept-Ranges': 'bytes',
    ETag: `"${item.sha256}"`,
  };
  const openRange = async (range?: ByteRange) => (await openEvidence(app, item.id, range))?.stream ?? null;
  return serveRange(request, { headers, size: item.size, open: openRange });
}

/** Serves the copy of a film or sound that every browser plays, or the requested part of it; null where there is none. */
export async function serveCopy(
  { files: store }: App,
  request: Request,
  { id, submissionId, mediaType, sha256, scan }: EvidenceItem,
): Promise<Response | null> {
  if (scan === 'infected' || scan === 'waiting') return null;
  const key = copyKey({ id, submission_id: submissionId });
  const size = await store.sizeOf(key);
  if (size === null) return null;
  const headers = {
    'Content-Type': mediaType.startsWith('audio/') ? 'audio/mp4' : 'video/mp4',
    'Content-Security-Policy': policyOf('video/mp4'),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
    'Accept-Ranges': 'bytes',
    ETag: `"${sha256}-copy-${size}"`,
  };
  const open = async (range?: ByteRange) => {
    try {
      return Readable.toWeb(await store.read(key, range)) as ReadableStream<Uint8Array>;
    } catch (error) {
      if (error instanceof FileMissing) return null;
      throw error;
    }
  };
  return serveRange(request, { headers, size, open });
}

async function serveRange(
  request: Request,
  file: {
    headers: Record<string, string>;
    size: number;
    open: (range?: ByteRange) => Promise<ReadableStream<Uint8Array> | null>;
  },
): Promise<Response> {
  const { size, headers } = file;
  const condition = request.headers.get('if-range');
  const range = condition === null || condition === headers.ETag ? readRange(request.headers.get('range'), size) : null;
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers['Content-Length'] = String(end - start + 1);
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${size}`;
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const stream = await file.open(range ?? undefined);
  return stream ? new Response(stream, { status, headers }) : sentence(404, evidenceRefusals.missing);
}

/** Reads a range as players of videos request it. Null means the whole file, also for several ranges and invalid ones. */
function readRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** A refusal in words, where a file was asked for. */
export function sentence(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}
