import { fetchInTime } from './fetch-in-time.ts';

/** `later`: somebody answered, and it may go another time. `refused`: with a sentence of our server, for good. */
export type UploadOutcome = { kind: 'received' | 'unreachable' | 'later' } | { kind: 'refused'; message: string };

type UploadFile = {
  name: string;
  bytes: ArrayBuffer;
  /** Where its upload began before. */
  uploadUrl: string | undefined;
  /** Where an upload is begun. */
  endpoint: string;
  headers: Record<string, string>;
  onBegun: (uploadUrl: string) => Promise<void>;
};

const later: UploadOutcome = { kind: 'later' };

/** One request sends so much, which a weak signal carries within the time: what hangs for longer is given up until later. */
const pieceBytes = 512 * 1024;
const stallMs = 60_000;

/**
 * Uploads a file by tus, in the few requests that it takes, and goes on where the server says that it stopped. tus-js-client cannot do
 * it here: its requests are of a kind that service workers do not have.
 */
export async function resumeUpload(file: UploadFile): Promise<UploadOutcome> {
  try {
    return await upload(file);
  } catch {
    return { kind: 'unreachable' };
  }
}

async function upload({ name, bytes, uploadUrl, endpoint, headers, onBegun }: UploadFile): Promise<UploadOutcome> {
  const request = (url: string, method: string, own: Record<string, string>, body: ArrayBuffer | null = null) =>
    fetchInTime(url, { method, headers: { ...headers, 'Tus-Resumable': '1.0.0', ...own }, body }, stallMs);

  let url = uploadUrl;
  let offset: number | null = 0;
  if (url) {
    const begun = await request(url, 'HEAD', {});
    if (begun.ok) offset = offsetIn(begun);
    else if (isForLater(begun)) return later;
    // The server gave it up: from the start.
    else url = undefined;
  }
  if (!url) {
    const metadata = `filename ${btoa(String.fromCharCode(...new TextEncoder().encode(name)))}`;
    const made = await request(endpoint, 'POST', { 'Upload-Length': `${bytes.byteLength}`, 'Upload-Metadata': metadata });
    const place = made.headers.get('location');
    if (made.status !== 201 || !place) return refusalOf(made);
    url = new URL(place, location.href).href;
    await onBegun(url);
  }
  while (offset !== null && offset < bytes.byteLength) {
    const own = { 'Upload-Offset': `${offset}`, 'Content-Type': 'application/offset+octet-stream' };
    const sent = await request(url, 'PATCH', own, bytes.slice(offset, offset + pieceBytes));
    if (!sent.ok) return refusalOf(sent);
    const reached = offsetIn(sent);
    offset = reached !== null && reached > offset ? reached : null;
  }
  return offset === bytes.byteLength ? { kind: 'received' } : later;
}

/** Null in another server's 200, as of a Wi-Fi network's sign-in page. */
function offsetIn({ headers }: Response): number | null {
  const offset = headers.get('upload-offset');
  return offset === null ? null : Number(offset);
}

async function refusalOf(response: Response): Promise<UploadOutcome> {
  const message = (await response.text()).trim();
  // Neither a proxy nor the sign-in page of a Wi-Fi network answers in one of our sentences.
  const isOurs = message !== '' && message.length < 300 && !message.includes('<');
  // What was sent is not what has arrived: it goes on later. Any other 409 is a refusal.
  const isConflict = response.status === 409 && response.headers.has('upload-offset');
  return isOurs && !isConflict && !isForLater(response) ? { kind: 'refused', message } : later;
}

function isForLater({ status }: Response): boolean {
  return status < 400 || [408, 423, 425, 429].includes(status) || (status >= 500 && status !== 507);
}
