import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { type OwnAnswer, readOwnAnswer } from '#app/waiting/own-answer.ts';
import { evidenceRefusals } from '#forms/evidence-rules.ts';
import { fingerprintOf, uploadStorage } from './upload-storage.ts';

/**
 * A file in the queue. `waiting`: the connection was lost, and the upload goes on automatically. `refused`: it failed for good, and
 * `message` says why.
 */
export type FileUpload = {
  id: number;
  name: string;
  size: number;
  sent: number;
  state: 'queued' | 'sending' | 'waiting' | 'received' | 'refused';
  message: string;
};

/** How many uploads run at once: as many as fill a phone's connection. */
const parallel = 3;

/** How long a lost connection is waited for, unless the browser reports before that it is back. */
const retryMs = 5_000;

type Item = { view: FileUpload; upload: Upload; fingerprint: string };

type UploadEvents = {
  onChange: (uploads: FileUpload[]) => void;
  onReceived: () => void;
  /** Keeps a file whose connection was lost on the device, which sends it later; rejects where that is not possible. Returns what removes it. */
  keep: (file: File, uploadUrl: string | null) => Promise<() => Promise<void>>;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Our server's answer; null where another has answered in its place. */
function readAnswer(response: HttpResponse): OwnAnswer | null {
  const header = (name: string) => response.getHeader(name);
  return readOwnAnswer('upload', { status: response.getStatus(), header, text: response.getBody() ?? '' });
}

/** Sends files, three at a time. One that is refused does not stop the others. */
export function createUploadQueue(reference: string, events: UploadEvents) {
  const { onChange, onReceived, keep } = events;
  const items: Item[] = [];
  /** The addresses of uploads that were cancelled and are not deleted yet. */
  const cancelled = new Set<string>();
  let nextId = 1;

  function show(view: FileUpload, changes: Partial<FileUpload>): void {
    Object.assign(view, changes);
    onChange(items.map((item) => ({ ...item.view })));
  }

  const isListed = (view: FileUpload): boolean => items.some((item) => item.view === view);

  function startNext(): void {
    const free = parallel - items.filter(({ view }) => view.state === 'sending').length;
    for (const item of items.filter(({ view }) => view.state === 'queued').slice(0, Math.max(0, free))) void start(item);
  }

  async function start({ view, upload }: Item): Promise<void> {
    show(view, { state: 'sending', message: '' });
    const [previous] = upload.url === null ? await upload.findPreviousUploads() : [];
    if (!isListed(view)) return;
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  }

  function resumeAll(): void {
    for (const url of cancelled) void remove(url);
    for (const { view } of items) if (view.state === 'waiting') show(view, { state: 'queued' });
    startNext();
  }
  addEventListener('online', resumeAll);

  /** Deletes an upload on the server, because what has arrived of it takes up room there. */
  async function remove(url: string): Promise<void> {
    cancelled.delete(url);
    try {
      await Upload.terminate(url, { retryDelays: null });
    } catch (error) {
      const response = error instanceof DetailedError ? error.originalResponse : null;
      const answer = response && readAnswer(response);
      if (answer && !answer.isForLater) return;
      cancelled.add(url);
      setTimeout(resumeAll, retryMs);
    }
  }

  async function forget({ upload, fingerprint }: Item): Promise<void> {
    void upload.abort();
    // The same file may have been chosen twice, and the other upload still needs its stored address.
    const isOther = ({ view, ...item }: Item) =>
      item.fingerprint === fingerprint && !['received', 'refused'].includes(view.state);
    const [stored] = items.some(isOther) ? [] : await uploadStorage.findUploadsByFingerprint(fingerprint);
    if (stored) void uploadStorage.removeUpload(fingerprint);
    const url = upload.url ?? stored?.uploadUrl;
    if (url) await remove(url);
  }

  /** Leaves an upload to the store of waiting files, which finishes it. */
  function leave(id: number): void {
    const [item] = take(id);
    if (item) void uploadStorage.removeUpload(item.fingerprint);
    startNext();
  }

  function take(id: number): Item[] {
    const index = items.findIndex(({ view }) => view.id === id);
    const taken = index < 0 ? [] : items.splice(index, 1);
    onChange(items.map(({ view }) => ({ ...view })));
    return taken;
  }

  function add(file: File): void {
    const view: FileUpload = { id: nextId, name: file.name, size: file.size, sent: 0, state: 'queued', message: '' };
    nextId += 1;
    const fingerprint = fingerprintOf(file, reference);
    const upload = new Upload(file, {
      endpoint: `/your-claim/files?claim=${reference}`,
      metadata: { filename: file.name },
      fingerprint: async () => fingerprint,
      urlStorage: uploadStorage,
      removeFingerprintOnSuccess: true,
      // Retries are made below, so that the page can show them.
      retryDelays: null,
      onProgress: (sent) => show(view, { sent }),
      onSuccess: () => {
        show(view, { state: 'received', sent: file.size });
        onReceived();
        startNext();
      },
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        const answer = response && readAnswer(response);
        // The offset is not the server's: the library has to ask for it. Any other 409 is a refusal.
        const isConflict = answer?.status === 409 && Boolean(response?.getHeader('Upload-Offset'));
        const isLost = !answer || answer.isForLater || isConflict;
        const message = answer?.message || evidenceRefusals.unavailable;
        if (isLost) {
          void keep(file, upload.url).then(
            // It may have been cancelled while it was stored.
            (undo) => (isListed(view) ? leave(view.id) : void undo()),
            () => {
              show(view, { state: 'waiting' });
              setTimeout(resumeAll, retryMs);
            },
          );
        } else {
          // The server has kept nothing of it, so another attempt is a new upload.
          upload.url = null;
          void uploadStorage.removeUpload(fingerprint);
          show(view, { state: 'refused', message });
        }
        startNext();
      },
    });
    items.push({ view, upload, fingerprint });
  }

  return {
    add: (files: Iterable<File>): void => {
      for (const file of files) add(file);
      onChange(items.map(({ view }) => ({ ...view })));
      startNext();
    },

    /** Cancels an upload. What has arrived of it is deleted, at the latest when the connection is back. */
    cancel: (id: number): void => {
      const [item] = take(id);
      if (item) void forget(item);
      startNext();
    },

    retry: (id: number): void => {
      const item = items.find(({ view }) => view.id === id);
      if (item) show(item.view, { state: 'queued', message: '' });
      startNext();
    },

    close: (): void => removeEventListener('online', resumeAll),
  };
}
