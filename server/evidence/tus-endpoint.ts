import { ERRORS, Server, type ServerOptions } from '@tus/server';
import { evidenceRefusals } from '#forms/evidence.ts';
import { type Actor, claimantActor } from '#server/audit/audit-event.ts';
import { makeId } from '#server/database/make-id.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import type { EvidenceClaim } from './evidence-item.ts';
import type { EvidenceCounts } from './evidence-metrics.ts';
import type { EvidenceRow, EvidenceRows } from './evidence-rows.ts';
import type { Finish } from './finish.ts';
import { uploadsPath } from './upload-endpoints.ts';
import { type EvidenceUploads, Refusal } from './uploads.ts';

/** A request that is waited for by another one has this long to end by itself. */
const lockDrainMs = 1_000;

export type TusHandler = (request: Request, claim: EvidenceClaim) => Promise<Response>;

/**
 * The tus protocol, version 1.0, for one claim: whoever asks was recognised before. An address has the id of a file and the claim comes
 * from elsewhere, so no address leads to another claim's file.
 */
export function createTusHandler(services: {
  uploads: EvidenceUploads;
  rows: EvidenceRows;
  finish: Finish;
  locker: ServerOptions['locker'];
  remove: (id: string, by: Actor) => Promise<boolean>;
  counts: EvidenceCounts;
  log: Log;
  now: () => number;
  siteUrl: string;
}): TusHandler {
  const { uploads, rows, finish, log, now } = services;
  const claims = new WeakMap<object, EvidenceClaim>();
  const claimOf = (request: object) => {
    const claim = claims.get(request);
    if (!claim) throw new Error('A request of no claim.');
    return claim;
  };
  const server = new Server({
    path: uploadsPath,
    datastore: uploads,
    locker: services.locker,
    lockDrainTimeout: lockDrainMs,
    allowedOrigins: [services.siteUrl],
    namingFunction: (request) => `${claimOf(request).id}/${makeId(now())}`,
    generateUrl: (_, { id }) => `${uploadsPath}/${id.split('/')[1]}`,
    getFileIdFromRequest: (request, last) => `${claimOf(request).id}/${last}`,
    onUploadFinish: async (_, { id }) => {
      const row = await rows.find(id.split('/')[1] ?? '');
      if (!row) throw ERRORS.FILE_NO_LONGER_EXISTS;
      const received = await finishOrSay(row);
      if (received.kind === 'refused') throw new Refusal(received.status, received.message);
      return {};
    },
    onResponseError: (_, error) => {
      if (error instanceof Refusal) services.counts.refused();
      if ('status_code' in error && 'body' in error) return undefined;
      log.error('upload failed', { error: errorMessage(error) });
      return { status_code: 503, body: evidenceRefusals.unavailable };
    },
  });

  return async function handleTus(request, claim) {
    const id = /^\/your-claim\/files\/([^/]+)\/?$/.exec(new URL(request.url).pathname)?.[1] ?? null;
    if (!['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'].includes(request.method) || (id === null) !== (request.method === 'POST'))
      return answer(405, 'That is not possible here.', { Allow: id === null ? 'POST' : 'HEAD, PATCH, DELETE' });
    if (id !== null) {
      const row = await rows.find(id);
      if (row?.submission_id !== claim.id) return answer(404, evidenceRefusals.noUpload);
      if (row.received_at !== null) return answerForReceived(request, row);
    }
    const tusRequest = withBodyToItsEnd(request);
    claims.set(tusRequest, claim);
    const response = await server.handleWeb(tusRequest);
    for (const name of [...response.headers.keys()]) if (name.startsWith('access-control-')) response.headers.delete(name);
    response.headers.set('Cache-Control', 'no-store');
    return request.method === 'HEAD' && id !== null ? finishIfWhole(response, id) : response;
  };

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
    await services.remove(row.id, claimantActor);
    return answer(204, '');
  }
}

function answer(status: number, message: string, headers: Record<string, string> = {}): Response {
  const type = { 'Content-Type': 'text/plain; charset=utf-8' };
  const all = { 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store', ...(message && type), ...headers };
  return new Response(message || null, { status, headers: all });
}

/**
 * A connection that breaks ends the body instead of failing it, so that what has come is kept and the upload goes on from there: S3
 * takes parts, and would lose one that fails.
 */
function withBodyToItsEnd({ method, url, headers, body, signal }: Request): Request {
  const reader = body?.getReader();
  const ending = reader
    ? new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
          if (done || !value) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      })
    : null;
  // What the tus server reads of a request.
  return { method, url, headers, body: ending, signal } as Request;
}
