import { readOwnResponse } from '#app/waiting/own-answer.ts';
import { resumeUpload, tus, type UploadOutcome } from '#app/waiting/resume-upload.ts';
import { claimPageRefusals, uploadsPath } from '#forms/evidence-rules.ts';
import { fingerprintOf, forgetUpload, keepUpload, keptUpload } from './upload-storage.ts';

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
  /** Whether another attempt may succeed where it was refused: once the private link is opened again. */
  canRetry: boolean;
};

/** How many uploads run at once: as many as fill a phone's connection. */
const parallel = 3;

/** How long a lost connection is waited for, unless the browser reports before that it is back. */
const retryMs = 5_000;

/** `isElsewhere`: another tab sends the same upload, which is not this tab's to delete. */
type Item = { view: FileUpload; file: File; fingerprint: string; url?: string | undefined; isElsewhere?: boolean | undefined };

type UploadEvents = {
  onChange: (uploads: FileUpload[]) => void;
  onReceived: () => void;
  /** Keeps a file whose connection was lost on the device, which sends it later; rejects where that is not possible. Returns what removes it. */
  keep: (file: File, uploadUrl: string | null) => Promise<() => Promise<void>>;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Deletes what has arrived of an upload. Returns whether our server has answered, so that it need not be asked again. */
async function deleteUpload(url: string): Promise<boolean> {
  const answer = await tus(url, 'DELETE', {}).then(
    (response) => readOwnResponse('upload', response),
    () => null,
  );
  return answer !== null && (answer.status < 400 || !answer.isForLater);
}

/** Sends files, three at a time. One that is refused does not stop the others. */
export function createUploadQueue(reference: string, { onChange, onReceived, keep }: UploadEvents) {
  const items: Item[] = [];
  /** The addresses of uploads that were cancelled and are not deleted yet. */
  const cancelled = new Set<string>();
  let nextId = 1;

  const showAll = (): void => onChange(items.map(({ view }) => ({ ...view })));

  function show({ view }: Item, changes: Partial<FileUpload>): void {
    Object.assign(view, changes);
    showAll();
  }

  const isListed = (item: Item): boolean => items.includes(item);
  const isActive = ({ view }: Item): boolean => view.state !== 'received' && view.state !== 'refused';

  function startNext(): void {
    const free = parallel - items.filter(({ view }) => view.state === 'sending').length;
    for (const item of items.filter(({ view }) => view.state === 'queued').slice(0, Math.max(0, free))) void start(item);
  }

  /** The address of this file's upload, unless the same file was chosen twice and the other one has it. */
  function addressOf(item: Item): string | undefined {
    const kept = item.url ?? keptUpload(item.fingerprint);
    return items.some((other) => other !== item && other.url === kept) ? undefined : kept;
  }

  async function start(item: Item): Promise<void> {
    const { file, fingerprint } = item;
    item.url = addressOf(item);
    show(item, { state: 'sending', message: '' });
    const outcome = await resumeUpload({
      name: file.name,
      file,
      uploadUrl: item.url,
      endpoint: `${uploadsPath}?claim=${reference}`,
      headers: {},
      onBegun: async (url) => {
        item.url = url;
        if (isListed(item)) keepUpload(fingerprint, url, file.name);
      },
      onSent: async (sent) => show(item, { sent }),
      isWanted: async () => isListed(item),
    });
    item.isElsewhere = outcome.kind === 'unsent' && outcome.isElsewhere;
    if (isListed(item)) await settle(item, outcome);
    else if (item.url && outcome.kind !== 'cancelled' && !item.isElsewhere) await remove(item.url);
    startNext();
  }

  async function settle(item: Item, outcome: UploadOutcome): Promise<void> {
    const { file, fingerprint } = item;
    if (outcome.kind === 'received') {
      forgetUpload(fingerprint);
      show(item, { state: 'received', sent: file.size });
      onReceived();
    } else if (outcome.kind === 'refused') {
      // The server has kept nothing of it, so another attempt is a new upload.
      item.url = undefined;
      forgetUpload(fingerprint);
      show(item, { state: 'refused', message: outcome.message || claimPageRefusals.unavailable, canRetry: outcome.needsLink });
    } else {
      const undo = await keep(file, item.url ?? null).catch(() => null);
      if (!undo) waitFor(item);
      // It may have been cancelled while it was stored.
      else if (!isListed(item)) await undo();
      else {
        take(item);
        forgetUpload(fingerprint);
      }
    }
  }

  function waitFor(item: Item): void {
    show(item, { state: 'waiting' });
    setTimeout(resumeAll, retryMs);
  }

  function resumeAll(): void {
    for (const url of cancelled) void remove(url);
    for (const item of items) if (item.view.state === 'waiting') show(item, { state: 'queued' });
    startNext();
  }
  addEventListener('online', resumeAll);

  /** Deletes an upload on the server, because what has arrived of it takes up room there. */
  async function remove(url: string): Promise<void> {
    cancelled.delete(url);
    if (await deleteUpload(url)) return;
    cancelled.add(url);
    setTimeout(resumeAll, retryMs);
  }

  function take(item: Item): void {
    items.splice(items.indexOf(item), 1);
    showAll();
  }

  const itemOf = (id: number): Item | undefined => items.find(({ view }) => view.id === id);

  return {
    add: (files: Iterable<File>): void => {
      for (const file of files) {
        const { name, size } = file;
        const view: FileUpload = { id: nextId, name, size, sent: 0, state: 'queued', message: '', canRetry: false };
        nextId += 1;
        items.push({ view, file, fingerprint: fingerprintOf(file, reference) });
      }
      showAll();
      startNext();
    },

    /** Cancels an upload. What has arrived of it is deleted, at the latest when the connection is back. */
    cancel: (id: number): void => {
      const item = itemOf(id);
      if (!item) return;
      const { state } = item.view;
      const url = addressOf(item);
      take(item);
      if (!items.some((other) => isActive(other) && other.fingerprint === item.fingerprint)) forgetUpload(item.fingerprint);
      // One that is being sent ends by itself after its piece, and is deleted then.
      if (url && !item.isElsewhere && state !== 'sending' && state !== 'refused') void remove(url);
      startNext();
    },

    retry: (id: number): void => {
      const item = itemOf(id);
      if (item) show(item, { state: 'queued', message: '' });
      startNext();
    },

    close: (): void => removeEventListener('online', resumeAll),
  };
}
