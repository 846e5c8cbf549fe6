import { DetailedError, Upload } from 'tus-js-client';
import { evidenceRefusals } from '#forms/evidence-rules.ts';
import { fingerprintOf, uploadStorage } from './upload-storage.ts';

/** `waiting`: the connection was lost; it goes on by itself. `refused`: with a sentence, for good. */
export type FileUpload = {
  id: number;
  name: string;
  size: number;
  sent: number;
  state: 'queued' | 'sending' | 'waiting' | 'received' | 'refused';
  message: string;
};

/** As many as a phone's connection is filled by. */
const parallel = 3;

/** After a lost connection, unless the browser says before that it is back. */
const retryMs = 5_000;

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Sends files, three at a time, each by itself: what is refused stops no other. */
export function createUploadQueue(reference: string, onChange: (uploads: FileUpload[]) => void, onReceived: () => void) {
  const items: { view: FileUpload; upload: Upload }[] = [];
  let nextId = 1;

  function show(view: FileUpload, changes: Partial<FileUpload>): void {
    Object.assign(view, changes);
    onChange(items.map((item) => ({ ...item.view })));
  }

  function startNext(): void {
    const free = parallel - items.filter(({ view }) => view.state === 'sending').length;
    for (const item of items.filter(({ view }) => view.state === 'queued').slice(0, Math.max(0, free))) void start(item);
  }

  async function start({ view, upload }: (typeof items)[number]): Promise<void> {
    show(view, { state: 'sending', message: '' });
    const [previous] = upload.url === null ? await upload.findPreviousUploads() : [];
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  }

  function resumeAll(): void {
    for (const { view } of items) if (view.state === 'waiting') show(view, { state: 'queued' });
    startNext();
  }
  addEventListener('online', resumeAll);

  function add(file: File): void {
    const view: FileUpload = { id: nextId, name: file.name, size: file.size, sent: 0, state: 'queued', message: '' };
    nextId += 1;
    const upload = new Upload(file, {
      endpoint: `/your-claim/files?claim=${reference}`,
      metadata: { filename: file.name },
      fingerprint: async () => fingerprintOf(file, reference),
      urlStorage: uploadStorage,
      removeFingerprintOnSuccess: true,
      // Decided below, so that the page can say what is going on.
      retryDelays: null,
      onProgress: (sent) => show(view, { sent }),
      onSuccess: () => {
        show(view, { state: 'received', sent: file.size });
        onReceived();
        startNext();
      },
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        const status = response?.getStatus() ?? 0;
        // What was sent is not what has arrived: it asks again. Any other 409 is a refusal.
        const isConflict = status === 409 && Boolean(response?.getHeader('Upload-Offset'));
        const isLost = status === 0 || status === 423 || isConflict || (status >= 500 && status !== 507);
        const text = response?.getBody().trim() ?? '';
        // A page of a proxy is no sentence.
        const message = text && text.length < 300 && !text.includes('<') ? text : evidenceRefusals.unavailable;
        if (isLost) {
          show(view, { state: 'waiting' });
          setTimeout(resumeAll, retryMs);
        } else {
          // The server keeps nothing of it: trying again is a new upload.
          upload.url = null;
          void uploadStorage.removeUpload(fingerprintOf(file, reference));
          show(view, { state: 'refused', message });
        }
        startNext();
      },
    });
    items.push({ view, upload });
  }

  return {
    add: (files: Iterable<File>): void => {
      for (const file of files) add(file);
      onChange(items.map(({ view }) => ({ ...view })));
      startNext();
    },

    /** What arrived of it is deleted. */
    cancel: (id: number): void => {
      const index = items.findIndex(({ view }) => view.id === id);
      const [item] = index < 0 ? [] : items.splice(index, 1);
      void item?.upload.abort(true).catch(() => {});
      onChange(items.map(({ view }) => ({ ...view })));
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
