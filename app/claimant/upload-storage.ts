import type { PreviousUpload, UrlStorage } from 'tus-js-client';
import { readStored, writeStored } from '#app/forms/browser-storage.ts';
import { unfinishedAfterMs } from '#forms/evidence-rules.ts';

/**
 * The addresses of unfinished uploads in the browser's storage. With it, a file that is chosen again after the tab was closed is not
 * sent from its start. Where storage is blocked, uploads resume only within the page.
 */
const name = 'uploads';

/** Whether this browser stores anything. */
export function canStore(): boolean {
  const probe = 'uploads-probe';
  writeStored('localStorage', probe, true);
  const isStored = readStored('localStorage', probe) === true;
  writeStored('localStorage', probe, null);
  return isStored;
}

type Stored = Record<string, PreviousUpload>;

function read(): Stored {
  const stored = readStored('localStorage', name);
  if (stored === null || typeof stored !== 'object') return {};
  const isKept = ([, { creationTime }]: [string, PreviousUpload]) => Date.parse(creationTime) > Date.now() - unfinishedAfterMs;
  return Object.fromEntries(Object.entries(stored as Stored).filter(isKept));
}

function write(all: Stored): void {
  writeStored('localStorage', name, Object.keys(all).length > 0 ? all : null);
}

/** The storage in the shape that tus-js-client needs. A fingerprint is one file of one claim. */
export const uploadStorage: UrlStorage = {
  findAllUploads: async () => Object.values(read()),
  findUploadsByFingerprint: async (fingerprint) => {
    const upload = read()[fingerprint];
    return upload ? [upload] : [];
  },
  removeUpload: async (key) => {
    const { [key]: _, ...others } = read();
    write(others);
  },
  addUpload: async (fingerprint, upload) => {
    write({ ...read(), [fingerprint]: { ...upload, urlStorageKey: fingerprint } });
    return fingerprint;
  },
};

/** The fingerprint of a file: its name, size and date, because its content cannot be read before it is chosen. */
export function fingerprintOf(file: File, reference: string): string {
  return [reference, file.name, file.size, file.lastModified].join(' ');
}

/** The names of files of this claim whose upload stopped. */
export function unfinishedFiles(reference: string): string[] {
  return Object.entries(read()).flatMap(([key, { metadata }]) =>
    key.startsWith(`${reference} `) && metadata.filename ? [metadata.filename] : [],
  );
}
