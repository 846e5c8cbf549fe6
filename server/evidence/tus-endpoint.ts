import { Readable } from 'node:stream';
import { type Locker, Server } from '@tus/server';
import { evidenceRefusals, uploadsPath } from '#forms/evidence-rules.ts';
import { claimantActor } from '#server/audit/audit-event.ts';
import { makeId } from '#server/database/make-id.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import type { EvidenceClaim, EvidenceCounts } from './evidence-item.ts';
import { type EvidenceRow, type EvidenceRows, keyOf } from './evidence-rows.ts';
import type { Finish } from './finish.ts';
import type { RemoveEvidence } from './remove-evidence.ts';
import { type EvidenceUploads, Refusal } from './uploads.ts';

/** How long a request may go on after another one has asked for its lock. */
const lockDrainMs = 1_000;

const uploadAddress = new RegExp(`^${uploadsPath}/([^/]+)/?$`);

/** `incoming` is the body as a stream of Node, where there is one: through web streams a byte costs several times as much. */
export type TusHandler = (request: Request, claim: EvidenceClaim, incoming?: Readable) => Promise<Response>;

/**
 * The tus protocol, version 1.0, for one claim. Who sends the request was checked before. The address has only the id of a file, and
 * the claim comes from elsewhere, so no address leads to another claim's file.
 */
export function createTusHandler(services: {
  uploads: EvidenceUploads;
  rows: EvidenceRows;
  finish: Finish;
  locker: Locker;
  remove: RemoveEvidence;
  counts: EvidenceCounts;
  log: Log;
  now: () => number;
  siteUrl: string;
}): TusHandler {
  const { uploads, rows, finish, locker, log, now } = services;
  const claims = new WeakMap<object, EvidenceClaim>();
  const claimOf = (request: object) => {
    const claim = claims.get(request);
    if (!claim) throw new Error('A request of no claim.');
    return claim;
  };
  const server = new Server({
    path: uploadsPath,
    datastore: uploads,
    locker,
    allowedOrigins: [services.siteUrl],
    namingFunction: (request) => `${claimOf(request).id}/${makeId(now())}`,
    generateUrl: (_, { id }) => `${uploadsPath}/${id.split('/')[1]}`,
    getFileIdFromRequest: (request, last) => `${claimOf(request).id}/${last}`,
    onResponseError: (_, error) => {
      const { status, message } = refusalOf(error);
      return { status_code: status, body: message };
    },
  });

  return async function handleTus(request, opened, incoming) {
    const id = uploadAddress.exec(new URL(request.url).pathname)?.[1] ?? null;
    if (!['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'].includes(request.method) || (id === null) !== (request.method === 'POST'))
      return answer(405, 'That is not possible here.', { Allow: id === null ? 'POST' : 'HEAD, PATCH, DELETE' });
    if (id === null) return throughServer(request, opened);
    const row = await rows.find(id);
    if (!row || !(await rows.isOf(row, opened.id))) return answer(404, evidenceRefusals.noUpload);
    const claim = { ...opened, id: row.submission_id };
    if (row.received_at !== null) return answerForReceived(request, row);
    const response =
      request.method === 'PATCH' ? await append(request, row, incoming ?? bodyOf(request)) : await throughServer(request, claim);
    // The upload became evidence while this request waited for the lock.
    const received = request.method === 'DELETE' || response.status === 404 ? await rows.find(id) : null;
    if (received && received.received_at !== null) return answerForReceived(request, received);
    return request.method === 'HEAD' ? finishIfWhole(response, id) : response;
  };

  /** Passes every request but PATCH to the library's server. */
  async function throughServer({ method, url, headers }: Request, claim: EvidenceClaim): Promise<Response> {
    // The body is dropped: a file is sent after it was announced, and not with that.
    const tusRequest = { method, url, headers, body: null } as Request;
    claims.set(tusRequest, claim);
    const response = await server.handleWeb(tusRequest);
    for (const name of [...response.headers.keys()]) if (name.startsWith('access-control-')) response.headers.delete(name);
    response.headers.set('Cache-Control', 'no-store');
    return response;
  }

  /** Writes the body of a PATCH to an upload at the offset that the client gives, as far as it arrives. */
  async function append(request: Request, row: EvidenceRow, body: Readable): Promise<Response> {
    const problem = headerProblem(request.headers);
    if (problem) return answer(...problem);
    const key = keyOf(row);
    const lock = locker.newLock(key);
    const ending = new AbortController();
    const end = () => void setTimeout(() => ending.abort(), lockDrainMs).unref();
    let offset = Number(request.headers.get('upload-offset'));
    try {
      await lock.lock(new AbortController().signal, end);
      try {
        const upload = await uploads.getUpload(key);
        if (upload.offset !== offset) return answer(409, 'Upload-Offset conflict\n', { 'Upload-Offset': String(upload.offset) });
        offset = await uploads.write(untilItBreaks(body, ending.signal), key, offset);
      } finally {
        await lock.unlock();
      }
      if (offset < row.size) return answer(204, '', { 'Upload-Offset': String(offset) });
      const received = await finishOrSay(row);
      if (received.kind === 'refused') throw new Refusal(received.status, received.message);
      return answer(204, '', { 'Upload-Offset': String(offset) });
    } catch (error) {
      const { status, message } = refusalOf(error);
      // The connection stays open: if it were closed while a proxy still sends, the response would be lost.
      return answer(status, message);
    }
  }

  function refusalOf(error: unknown): { status: number; message: string } {
    if (error instanceof Refusal) services.counts.refused.inc();
    const { status_code: status, body: message } = (error ?? {}) as Partial<Refusal>;
    if (status !== undefined && message !== undefined) return { status, message };
    log.error('upload failed', { error: errorMessage(error) });
    return { status: 503, message: evidenceRefusals.unavailable };
  }

  /**
   * Finishes an upload whose bytes had all arrived when the process ended. Otherwise the client would take the offset to mean that it
   * was received.
   */
  async function finishIfWhole(response: Response, id: string): Promise<Response> {
    const { headers } = response;
    if (response.status !== 200 || headers.get('upload-offset') !== headers.get('upload-length')) return response;
    const row = await rows.find(id);
    const received = row && (await finishOrSay(row));
    if (received?.kind === 'received') return response;
    return answer(received?.status ?? 404, received?.message ?? evidenceRefusals.noUpload);
  }

  async function finishOrSay(row: EvidenceRow): ReturnType<Finish> {
    try {
      return await finish(row);
    } catch (error) {
      log.error('evidence not kept', { error: errorMessage(error) });
      return { kind: 'refused', status: 503, message: evidenceRefusals.unavailable };
    }
  }

  /**
   * Answers requests for an upload that became evidence. A client whose last response was lost asks for the offset; one that cancels
   * late removes the file, as far as it still can.
   */
  async function answerForReceived(request: Request, row: EvidenceRow): Promise<Response> {
    const size = String(row.size);
    if (request.method === 'HEAD') return answer(200, '', { 'Upload-Offset': size, 'Upload-Length': size });
    if (request.method !== 'DELETE') return answer(409, 'Upload-Offset conflict\n', { 'Upload-Offset': size });
    const removal = await services.remove(row.id, claimantActor);
    if (removal === 'not found') return answer(404, evidenceRefusals.noUpload);
    return removal === 'kept' ? answer(403, evidenceRefusals.kept) : answer(204, '');
  }
}

function answer(status: number, message: string, headers: Record<string, string> = {}): Response {
  const type = { 'Content-Type': 'text/plain; charset=utf-8' };
  const all = { 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store', ...(message && type), ...headers };
  return new Response(message || null, { status, headers: all });
}

function headerProblem(headers: Headers): [status: number, message: string] | null {
  if (headers.get('tus-resumable') !== '1.0.0') return [412, 'Tus-Resumable Required\n'];
  if (headers.get('content-type') !== 'application/offset+octet-stream') return [415, 'Content-Type header required\n'];
  return /^\d{1,15}$/.test(headers.get('upload-offset') ?? '') ? null : [400, 'Upload-Offset header required\n'];
}

function bodyOf({ body }: Request): Readable {
  return body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([]);
}

/**
 * Ends the body where the connection breaks, instead of failing. What has come is kept and the upload goes on from there, whereas S3
 * would lose a part that fails. The same happens when another request asks for the lock.
 */
async function* untilItBreaks(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  try {
    // When the rest is refused, the connection is still needed for the response.
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      yield piece;
      giveBack(piece);
    }
  } catch {}
}

/**
 * Frees the memory of a piece. Node allocates 64 KB for each read of a socket; left to the garbage collector these are tens of
 * megabytes and more than half of its time.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  // Memory that is shared with other buffers must stay.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
