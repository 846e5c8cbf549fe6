import { minute } from '#forms/durations.ts';
import { photographRefusals } from '#forms/evidence-rules.ts';
import type { Unsent } from './attempt.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { type OwnAnswer, readOwnResponse } from './own-answer.ts';

/**
 * The result of an upload. `unsent`: it may succeed another time; `isElsewhere` if another tab sends the same upload. `refused`: for
 * good, with a sentence of our server, or until the private link is opened again. `cancelled`: it is no longer wanted.
 */
export type UploadOutcome =
  | { kind: 'received' | 'cancelled' }
  | { kind: 'unsent'; unsent: Unsent; isElsewhere?: boolean }
  | { kind: 'refused'; message: string; needsLink: boolean };

type UploadFile = {
  name: string;
  file: Blob;
  /** The address of the upload, where it began before. */
  uploadUrl: string | undefined;
  /** The address at which uploads are begun. */
  endpoint: string;
  headers: Record<string, string>;
  onBegun: (uploadUrl: string) => Promise<void>;
  /** Called with how many bytes the server has. */
  onSent?: (sent: number) => Promise<void>;
  /** Asked before each piece and after the last, because the file may be cancelled meanwhile. What has arrived of it is then deleted. */
  isWanted?: () => Promise<boolean>;
};

/**
 * Answers by method after which the file is sent once more, because the device may have the only copy: there is no room for it now, and
 * somebody makes some; the upload has ended before all of it arrived; or what arrived has another length.
 */
const onceMore = { POST: [507], PATCH: [404, 422, 507] };

const foreign: UploadOutcome = { kind: 'unsent', unsent: { kind: 'foreign' } };

/**
 * How much the first request sends: what a weak signal carries within the time limit. On a good line each further piece is twice as
 * long. An upload that hangs for longer than the limit is left for later.
 */
const firstPieceBytes = 512 * 1024;
const mostPieceBytes = 8 * 1024 * 1024;
const quickMs = 2_000;
const stallMs = minute;

/** Uploads a file by tus, in a page or a service worker, and goes on where the server says that it stopped. */
export async function resumeUpload(file: UploadFile): Promise<UploadOutcome> {
  const isOffline = navigator.onLine === false;
  try {
    return await upload(file);
  } catch {
    return { kind: 'unsent', unsent: { kind: 'unreachable', isOffline } };
  }
}

/** A request of the protocol. It rejects where none of it is answered in time. */
export function tus(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: ArrayBuffer | null = null,
): Promise<Response> {
  return fetchInTime(url, { method, headers: { ...headers, 'Tus-Resumable': '1.0.0' }, body }, stallMs);
}

async function upload({
  name,
  file,
  uploadUrl,
  endpoint,
  headers,
  onBegun,
  onSent,
  isWanted,
}: UploadFile): Promise<UploadOutcome> {
  let url = uploadUrl;
  let offset: number | null = 0;
  if (url) {
    const begun = await tus(url, 'HEAD', headers);
    const answer = await readOwnResponse('upload', begun);
    if (!answer) return foreign;
    if (begun.ok) offset = offsetIn(begun);
    else if (answer.isForLater) return laterBy(answer);
    // The server has given up the upload, so it begins from the start.
    else url = undefined;
  }
  if (!url) {
    const metadata = `filename ${btoa(String.fromCharCode(...new TextEncoder().encode(name)))}`;
    const made = await tus(endpoint, 'POST', { ...headers, 'Upload-Length': `${file.size}`, 'Upload-Metadata': metadata });
    const place = made.headers.get('location');
    if (made.status !== 201 || !place) return refusalOf(made, onceMore.POST);
    if (!(await readOwnResponse('upload', made))) return foreign;
    url = new URL(place, location.href).href;
    await onBegun(url);
  }
  let pieceBytes = firstPieceBytes;
  let method = 'PATCH';
  while (true) {
    if (isWanted && !(await isWanted())) {
      await tus(url, 'DELETE', headers);
      return { kind: 'cancelled' };
    }
    if (offset === null || offset >= file.size) break;
    const piece = await file
      .slice(offset, offset + pieceBytes)
      .arrayBuffer()
      .catch(() => null);
    // It cannot be read any more: Android's photographs in Google Drive change under the browser. Chosen again it begins from the start.
    if (!piece?.byteLength) {
      await tus(url, 'DELETE', headers);
      return { kind: 'refused', message: photographRefusals.unreadable, needsLink: false };
    }
    const own = {
      ...headers,
      'Upload-Offset': `${offset}`,
      'Content-Type': 'application/offset+octet-stream',
      ...(method === 'POST' && { 'X-HTTP-Method-Override': 'PATCH' }),
    };
    const begunAt = Date.now();
    const sent = await tus(url, method, own, piece);
    // Something on the way refuses PATCH. The file goes on by POST, which says what it means (tus 1.0).
    if (sent.status === 405 && method === 'PATCH') {
      method = 'POST';
      continue;
    }
    pieceBytes = Date.now() - begunAt < quickMs ? Math.min(2 * pieceBytes, mostPieceBytes) : firstPieceBytes;
    if (!sent.ok) return refusalOf(sent, onceMore.PATCH);
    const reached = (await readOwnResponse('upload', sent)) && offsetIn(sent);
    offset = reached !== null && reached > offset ? reached : null;
    if (offset !== null) await onSent?.(offset);
  }
  return offset === file.size ? { kind: 'received' } : foreign;
}

function offsetIn({ headers }: Response): number | null {
  const offset = headers.get('upload-offset');
  return offset === null ? null : Number(offset);
}

async function refusalOf(response: Response, again: number[]): Promise<UploadOutcome> {
  // The offset is not the server's, so the upload goes on later. Any other 409 is a refusal.
  const isConflict = response.status === 409 && response.headers.has('upload-offset');
  const answer = await readOwnResponse('upload', response);
  if (!answer) return foreign;
  const isForLater = answer.isForLater || isConflict || again.includes(answer.status);
  if (isForLater || answer.message === '') return { ...laterBy(answer), isElsewhere: isConflict };
  return { kind: 'refused', message: answer.message, needsLink: answer.status === 403 };
}

function laterBy({ message, retryAfterSeconds }: OwnAnswer): UploadOutcome & { kind: 'unsent' } {
  return { kind: 'unsent', unsent: { kind: 'later', message, retryAfterSeconds } };
}
