import { Readable } from 'node:stream';
import { uploadsPath } from '#forms/evidence-rules.ts';
import type { App } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { makeId } from '#server/core/database/make-id.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import type { EvidenceClaim } from './evidence-item.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import { type EvidenceRow, findRow, isOfClaim, keyOf } from './evidence-rows.ts';
import { finishUpload } from './finish.ts';
import { removeEvidence } from './remove-evidence.ts';
import { lockUpload } from './upload-lock.ts';
import type { Place } from './upload-slots.ts';
import { appendTo, beginUpload, openUpload, Refusal, removeUpload } from './uploads.ts';

/** How long a request may go on after another one has asked for its lock. */
const lockDrainMs = 1_000;

const version = '1.0.0';

const uploadAddress = new RegExp(`^${uploadsPath}/([^/]+)/?$`);

/** The method of a request of tus. Where PATCH is blocked on the way, it comes in a header of a POST. */
export function tusMethod({ method, headers }: Pick<Request, 'method' | 'headers'>): string {
  return (method === 'POST' && headers.get('x-http-method-override')?.toUpperCase()) || method;
}

/**
 * The tus protocol, version 1.0, for one claim. Who sends the request was checked before. The address has only the id of a file, and
 * the claim comes from elsewhere, so no address leads to another claim's file. `incoming` is the body as a stream of Node, where there is
 * one: through web streams a byte costs several times as much. `place` is the one of the request among the uploads that are being sent.
 */
export async function handleTus(
  app: App,
  request: Request,
  claim: EvidenceClaim,
  incoming?: Readable,
  place?: Place,
): Promise<Response> {
  const id = uploadAddress.exec(new URL(request.url).pathname)?.[1] ?? null;
  const method = tusMethod(request);
  const allowed = id === null ? ['POST'] : ['HEAD', 'PATCH', 'DELETE'];
  if (!allowed.includes(method)) return answer(405, 'That is not possible here.', { Allow: allowed.join(', ') });
  if (request.headers.get('tus-resumable') !== version)
    return answer(412, `Tus-Resumable: ${version} is missing.`, { 'Tus-Version': version });
  try {
    if (id === null) return await begin(app, request, claim);
    const row = await findRow(app, id);
    if (!row || !(await isOfClaim(app, row, claim.id))) return answer(404, evidenceRefusals.noUpload);
    if (row.received_at !== null) return answerForReceived(app, method, row);
    const response =
      method === 'HEAD'
        ? await tell(app, row)
        : method === 'PATCH'
          ? await append(app, request, row, incoming ?? bodyOf(request), place)
          : await withLock(app, row, () => removeUpload(app, keyOf(row)).then(() => answer(204, '')));
    // The upload became evidence while this request waited for the lock.
    const received = method === 'DELETE' || response.status === 404 ? await findRow(app, id) : null;
    return received && received.received_at !== null ? answerForReceived(app, method, received) : response;
  } catch (error) {
    const { status, message } = refusalOf(app, error);
    // The connection stays open: if it were closed while a proxy still sends, the response would be lost.
    return answer(status, message);
  }
}

/** Begins an upload. It is the claimant's, whatever its metadata says. The file itself is sent afterwards. */
async function begin(app: App, { headers }: Request, { id: submissionId }: EvidenceClaim): Promise<Response> {
  const length = headers.get('upload-length') ?? '';
  const name = nameIn(headers.get('upload-metadata') ?? '');
  if (!isWhole(length)) return answer(400, 'Upload-Length is missing.');
  if (headers.has('upload-concat')) return answer(400, 'A file comes in one upload.');
  const id = makeId(app.now());
  await beginUpload(app, { id, submissionId, name, size: Number(length), addedBy: claimantActor.id });
  // The offset is for a client that sends the first bytes along: none of them were taken, and it sends them again.
  return answer(201, '', { Location: `${uploadsPath}/${id}`, ...offsetOf(0) });
}

/** Says how far an upload came, after any other request has ended. */
async function tell(app: App, row: EvidenceRow): Promise<Response> {
  const upload = await withLock(app, row, () => openUpload(app, keyOf(row)));
  if (!upload) return answer(404, evidenceRefusals.noUpload);
  // All bytes had arrived when the process ended; otherwise the client would take the offset to mean that the file was received.
  if (upload.offset === row.size) await finishOrRefuse(app, row);
  return answer(200, '', { ...offsetOf(upload.offset), 'Upload-Length': String(row.size) });
}

/** Writes the body of a PATCH to an upload at the offset that the client gives, as far as it arrives. */
async function append(app: App, { headers }: Request, row: EvidenceRow, body: Readable, place?: Place): Promise<Response> {
  if (headers.get('content-type') !== 'application/offset+octet-stream') return answer(415, 'Content-Type is another.');
  const offset = headers.get('upload-offset') ?? '';
  if (!isWhole(offset)) return answer(400, 'Upload-Offset is missing.');
  const other = new AbortController();
  const askToEnd = () => void setTimeout(() => other.abort(), lockDrainMs).unref();
  const isEnding = AbortSignal.any([...(place ? [place.ending] : []), other.signal]);
  const reached = await withLock(
    app,
    row,
    async () => {
      const upload = await openUpload(app, keyOf(row));
      if (!upload) return null;
      const isNext = upload.offset === Number(offset);
      return { offset: isNext ? await appendTo(app, row, upload, untilItEnds(body, isEnding), place) : upload.offset, isNext };
    },
    askToEnd,
  );
  if (!reached) return answer(404, evidenceRefusals.noUpload);
  if (reached.offset === row.size && reached.isNext) await finishOrRefuse(app, row);
  // Whoever is ended learns how much has come, and goes on from there.
  const isConflict = !reached.isNext || (isEnding.aborted && reached.offset < row.size);
  return isConflict
    ? answer(409, 'Upload-Offset is another.', offsetOf(reached.offset))
    : answer(204, '', offsetOf(reached.offset));
}

async function withLock<T>(app: App, row: EvidenceRow, work: () => Promise<T>, askToEnd = () => {}): Promise<T> {
  const unlock = await lockUpload(app, keyOf(row), askToEnd);
  if (!unlock) throw new Refusal(423, evidenceRefusals.unavailable);
  try {
    return await work();
  } finally {
    await unlock();
  }
}

function refusalOf(app: App, error: unknown): { status: number; message: string } {
  if (error instanceof Refusal) {
    app.metrics.evidenceRefused.inc();
    return error;
  }
  app.log.error('upload failed', { error: errorMessage(error) });
  return { status: 503, message: evidenceRefusals.unavailable };
}

async function finishOrRefuse(app: App, row: EvidenceRow): Promise<void> {
  const received = await finishUpload(app, row);
  if (received.kind === 'refused') throw new Refusal(received.status, received.message);
}

/**
 * Answers requests for an upload that became evidence. A client whose last response was lost asks for the offset; one that cancels
 * late removes the file, as far as it still can.
 */
async function answerForReceived(app: App, method: string, row: EvidenceRow): Promise<Response> {
  if (method === 'HEAD') return answer(200, '', { ...offsetOf(row.size), 'Upload-Length': String(row.size) });
  if (method !== 'DELETE') return answer(409, 'Upload-Offset is another.', offsetOf(row.size));
  const removal = await removeEvidence(app, row.id, claimantActor);
  if (removal === 'not found') return answer(404, evidenceRefusals.noUpload);
  return removal === 'kept' ? answer(403, evidenceRefusals.kept) : answer(204, '');
}

function answer(status: number, message: string, headers: Record<string, string> = {}): Response {
  const type = { 'Content-Type': 'text/plain; charset=utf-8' };
  const all = { 'Tus-Resumable': version, 'Cache-Control': 'no-store', ...(message && type), ...headers };
  return new Response(message || null, { status, headers: all });
}

const offsetOf = (offset: number) => ({ 'Upload-Offset': String(offset) });

const isWhole = (number: string) => /^\d{1,15}$/.test(number);

/** The name of the file in the metadata of an upload; '' where it has none. */
function nameIn(metadata: string): string {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '));
  const [, value = ''] = pairs.find(([key]) => key === 'filename') ?? pairs.find(([key]) => key === 'name') ?? [];
  return Buffer.from(value, 'base64').toString();
}

function bodyOf({ body }: Request): Readable {
  return body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([]);
}

/**
 * Ends the body where the connection breaks, instead of failing. What has come is kept and the upload goes on from there, whereas S3
 * would lose a part that fails. The same happens when the request should end: its connection is still needed for the response.
 */
async function* untilItEnds(body: Readable, ending: AbortSignal): AsyncGenerator<Uint8Array> {
  let wake = () => {};
  const onChange = () => wake();
  const events = ['readable', 'end', 'close'];
  body.on('error', onChange);
  for (const event of events) body.on(event, onChange);
  ending.addEventListener('abort', onChange);
  try {
    while (!ending.aborted) {
      const piece: Buffer | null = body.read();
      if (piece !== null) {
        yield piece;
        giveBack(piece);
      } else if (body.readableEnded || body.destroyed) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    for (const event of events) body.off(event, onChange);
    ending.removeEventListener('abort', onChange);
  }
}

/**
 * Frees the memory of a piece. Node allocates 64 KB for each read of a socket; left to the garbage collector these are tens of
 * megabytes and more than half of its time.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  // Memory that is shared with other buffers must stay.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
