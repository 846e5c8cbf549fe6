import { Readable } from 'node:stream';
import { type Locker, Server } from '@tus/server';
import { evidenceRefusals, uploadsPath } from '#forms/evidence-rules.ts';
import { type Actor, claimantActor } from '#server/audit/audit-event.ts';
import { makeId } from '#server/database/make-id.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import type { EvidenceClaim } from './evidence-item.ts';
import type { EvidenceCounts } from './evidence-metrics.ts';
import { type EvidenceRow, type EvidenceRows, keyOf } from './evidence-rows.ts';
import type { Finish } from './finish.ts';
import { type EvidenceUploads, Refusal } from './uploads.ts';

/** A request that is waited for by another one has this long to end by itself. */
const lockDrainMs = 1_000;

/** Whoever cancels does so while the page is open. After that it is evidence, which nobody takes away by an upload's address. */
const cancelWithinMs = 3_600_000;

const uploadAddress = new RegExp(`^${uploadsPath}/([^/]+)/?$`);

/** `incoming`: the body as Node has it, where there is one. Through web streams a byte costs several times as much. */
export type TusHandler = (request: Request, claim: EvidenceClaim, incoming?: Readable) => Promise<Response>;

/**
 * The tus protocol, version 1.0, for one claim: whoever asks was recognised before. An address has the id of a file and the claim comes
 * from elsewhere, so no address leads to another claim's file.
 */
export function createTusHandler(services: {
  uploads: EvidenceUploads;
  rows: EvidenceRows;
  finish: Finish;
  locker: Locker;
  remove: (id: string, by: Actor) => Promise<boolean>;
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

  return async function handleTus(request, claim, incoming) {
    const id = uploadAddress.exec(new URL(request.url).pathname)?.[1] ?? null;
    if (!['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'].includes(request.method) || (id === null) !== (request.method === 'POST'))
      return answer(405, 'That is not possible here.', { Allow: id === null ? 'POST' : 'HEAD, PATCH, DELETE' });
    if (id === null) return throughServer(request, claim);
    const row = await rows.find(id);
    if (row?.submission_id !== claim.id) return answer(404, evidenceRefusals.noUpload);
    if (row.received_at !== null) return answerForReceived(request, row);
    const response =
      request.method === 'PATCH' ? await append(request, row, incoming ?? bodyOf(request)) : await throughServer(request, claim);
    // It became evidence while this request waited for its turn.
    const received = request.method === 'DELETE' || response.status === 404 ? await rows.find(id) : null;
    if (received && received.received_at !== null) return answerForReceived(request, received);
    return request.method === 'HEAD' ? finishIfWhole(response, id) : response;
  };

  /** All but what is written. */
  async function throughServer({ method, url, headers }: Request, claim: EvidenceClaim): Promise<Response> {
    // A file is sent after it was announced, not with that.
    const tusRequest = { method, url, headers, body: null } as Request;
    claims.set(tusRequest, claim);
    const response = await server.handleWeb(tusRequest);
    for (const name of [...response.headers.keys()]) if (name.startsWith('access-control-')) response.headers.delete(name);
    response.headers.set('Cache-Control', 'no-store');
    return response;
  }

  /** Writes what comes to an upload, as far as it comes, from where the client says that it is. */
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
      // The connection stays: closed while a proxy still sends, it would take the answer with it.
      return answer(status, message);
    }
  }

  function refusalOf(error: unknown): { status: number; message: string } {
    if (error instanceof Refusal) services.counts.refused();
    const { status_code: status, body: message } = (error ?? {}) as Partial<Refusal>;
    if (status !== undefined && message !== undefined) return { status, message };
    log.error('upload failed', { error: errorMessage(error) });
    return { status: 503, message: evidenceRefusals.unavailable };
  }

  /** Its bytes were all here, but the process ended before it was evidence: the client would take the offset for our word that we have it. */
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

  /** A client whose last answer was lost asks how far it came; one that cancels too late takes the file away. */
  async function answerForReceived(request: Request, row: EvidenceRow): Promise<Response> {
    const size = String(row.size);
    if (request.method === 'HEAD') return answer(200, '', { 'Upload-Offset': size, 'Upload-Length': size });
    if (request.method !== 'DELETE') return answer(409, 'Upload-Offset conflict\n', { 'Upload-Offset': size });
    if (row.added_by !== claimantActor.id) return answer(404, evidenceRefusals.noUpload);
    const isKept = now() - (row.received_at ?? 0) > cancelWithinMs || (await rows.isClosed(row.submission_id));
    if (isKept) return answer(403, evidenceRefusals.kept);
    await services.remove(row.id, claimantActor);
    return answer(204, '');
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
 * A connection that breaks ends the body instead of failing it, so that what has come is kept and the upload goes on from there: S3
 * takes parts, and would lose one that fails. The same where another request waits for this one to end.
 */
async function* untilItBreaks(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  try {
    // Where the rest is refused, the connection is still needed to say so.
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      yield piece;
      giveBack(piece);
    }
  } catch {}
}

/** Node allocates 64 KB for each read of a socket. Left to the garbage collector, they are tens of megabytes, and more than half of its time. */
function giveBack({ buffer, byteLength }: Buffer): void {
  // What shares its memory with others stays.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
