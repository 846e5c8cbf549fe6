import { DetailedError, Upload } from 'tus-js-client';
import { evidenceRefusals } from '#forms/evidence-rules.ts';
import { keepUploadUrl, readBytes, readPhotographs, removePhotograph } from './photograph-store.ts';
import type { WaitingPhotograph, WaitingSubmission } from './waiting-store.ts';

/**
 * Sends the photographs of a submission that was accepted, by its private link, and says whether our server could be reached. An
 * upload that began goes on where it stopped, so that none arrives twice. In one tab at a time.
 */
export async function sendPhotographs(submission: WaitingSubmission, onSent: () => void): Promise<boolean> {
  const send = () => sendEach(submission, onSent);
  if (!navigator.locks) return send();
  return navigator.locks.request('kerbside-photographs', { ifAvailable: true }, (lock) => (lock ? send() : true));
}

async function sendEach({ key, state }: WaitingSubmission, onSent: () => void): Promise<boolean> {
  const token = state.kind === 'accepted' && state.receipt.link?.split('/').at(-1);
  for (const photograph of await readPhotographs(key)) {
    const bytes = await readBytes(photograph);
    if (!bytes) continue;
    const outcome = token ? await send(photograph, bytes, token) : evidenceRefusals.noLink;
    if (outcome === 'unreachable') return false;
    await removePhotograph(photograph, outcome === 'received' ? undefined : `${photograph.name}: ${outcome}`);
    onSent();
  }
  return true;
}

/** Why it was refused, in a sentence. */
type Refusal = string;

function send(photograph: WaitingPhotograph, bytes: ArrayBuffer, token: string): Promise<'received' | 'unreachable' | Refusal> {
  const { name, type, uploadUrl } = photograph;
  return new Promise((resolve) => {
    const upload = new Upload(new Blob([bytes], { type }), {
      endpoint: '/your-claim/files',
      ...(uploadUrl && { uploadUrl }),
      headers: { Authorization: `Bearer ${token}` },
      metadata: { filename: name },
      storeFingerprintForResuming: false,
      // Whoever calls tries again when there is signal.
      retryDelays: null,
      onUploadUrlAvailable: () => void (upload.url && keepUploadUrl(photograph, upload.url)),
      onSuccess: () => resolve('received'),
      onError: (error) => resolve(outcomeOf(error)),
    });
    upload.start();
  });
}

function outcomeOf(error: unknown): 'unreachable' | Refusal {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  const text = response?.getBody().trim() ?? '';
  // Neither a proxy nor the sign-in page of a Wi-Fi network answers in one of our sentences.
  const isOurs = text !== '' && text.length < 300 && !text.includes('<');
  // What was sent is not what has arrived: it goes on later. Any other 409 is a refusal.
  const isConflict = status === 409 && Boolean(response?.getHeader('Upload-Offset'));
  const isRefused = status >= 400 && status < 500 && !isConflict && ![408, 423, 425, 429].includes(status);
  const isFinal = isOurs && (isRefused || status === 507);
  return isFinal ? text : 'unreachable';
}
