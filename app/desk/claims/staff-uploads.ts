import { createStore } from '#app/ui/create-store.ts';
import type { FileSource } from '#forms/file-sources.ts';
import type { DeskUploadAnswer } from '#server/web/desk-uploads.ts';

/**
 * A file that is being added. `lost`: no answer came, and `signed out`: the session had ended; both are kept in the page and sent again.
 * `refused`: it cannot be kept as it is. `message` says what to do.
 */
export type StaffUpload = {
  id: number;
  claimId: string;
  file: File;
  source: FileSource;
  sent: number;
  state: 'queued' | 'sending' | 'added' | 'refused' | 'lost' | 'signed out';
  message: string;
};

/** How many files are sent at once. */
const parallel = 3;

/**
 * The files that are being added in this tab, of all claims: they go on while somebody opens the next one. What is not added yet makes
 * the browser ask before the page is left.
 */
export const staffUploads = createStore<StaffUpload[]>([]);

let lastId = 0;

export function addUploads(claimId: string, files: File[], source: FileSource): void {
  const added = files.map((file): StaffUpload => {
    lastId += 1;
    return { id: lastId, claimId, file, source, sent: 0, state: 'queued', message: '' };
  });
  staffUploads.set([...staffUploads.read().filter((one) => one.claimId !== claimId || one.state !== 'added'), ...added]);
  sendNext();
}

/** Sends what did not get through once more. */
export function sendAgain(claimId: string): void {
  const again = staffUploads.read().filter((one) => one.claimId === claimId && ['lost', 'signed out'].includes(one.state));
  for (const { id } of again) change(id, { state: 'queued', sent: 0, message: '' });
  sendNext();
}

export function removeUpload(id: number): void {
  staffUploads.set(staffUploads.read().filter((one) => one.id !== id));
}

/** Whether a file is only in this page. */
export function isOnlyHere({ state }: StaffUpload): boolean {
  return state !== 'added' && state !== 'refused';
}

function change(id: number, changes: Partial<StaffUpload>): void {
  staffUploads.set(staffUploads.read().map((one) => (one.id === id ? { ...one, ...changes } : one)));
}

function sendNext(): void {
  const uploads = staffUploads.read();
  const free = parallel - uploads.filter(({ state }) => state === 'sending').length;
  for (const upload of uploads.filter(({ state }) => state === 'queued').slice(0, Math.max(0, free))) send(upload);
}

/** Posts one file. XMLHttpRequest, because fetch reports no progress of what it sends. */
function send({ id, claimId, file, source }: StaffUpload): void {
  const body = new FormData();
  body.append('source', source);
  body.append('files', file);
  const request = new XMLHttpRequest();
  request.open('POST', `/desk/files/${encodeURIComponent(claimId)}`);
  request.setRequestHeader('Accept', 'application/json');
  request.upload.addEventListener('progress', ({ loaded }) => change(id, { sent: Math.min(loaded, file.size) }));
  request.addEventListener('loadend', () => {
    change(id, resultOf(request));
    sendNext();
  });
  change(id, { state: 'sending', message: '' });
  request.send(body);
}

function resultOf({ status, responseText }: XMLHttpRequest): Pick<StaffUpload, 'state' | 'message'> {
  const answer = readAnswer(responseText);
  if (status === 401 && answer) return { state: 'signed out', message: answer.message ?? '' };
  // Without an answer of ours nobody knows: a proxy, a lost connection, or a server that is starting again.
  if (!answer || status >= 500)
    return { state: 'lost', message: answer?.message ?? 'It did not get through. Check the connection, then send it again.' };
  const problem = answer.message ?? answer.files[0]?.problem ?? null;
  return problem === null ? { state: 'added', message: '' } : { state: 'refused', message: problem };
}

function readAnswer(text: string): DeskUploadAnswer | null {
  try {
    const answer = JSON.parse(text);
    return Array.isArray(answer.files) ? answer : null;
  } catch {
    return null;
  }
}
