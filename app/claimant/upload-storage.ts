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

/** By fingerprint, which is one file of one claim. */
type Kept = Record<string, { url: string; fileName: string; begunAt: number }>;

function read(): Kept {
  const stored = (readStored('localStorage', name) ?? {}) as Kept;
  return Object.fromEntries(Object.entries(stored).filter(([, { begunAt }]) => begunAt > Date.now() - unfinishedAfterMs));
}

function write(all: Kept): void {
  writeStored('localStorage', name, Object.keys(all).length > 0 ? all : null);
}

export function keptUpload(fingerprint: string): string | undefined {
  return read()[fingerprint]?.url;
}

export function keepUpload(fingerprint: string, url: string, fileName: string): void {
  write({ ...read(), [fingerprint]: { url, fileName, begunAt: Date.now() } });
}

export function forgetUpload(fingerprint: string): void {
  const { [fingerprint]: _, ...others } = read();
  write(others);
}

/** The fingerprint of a file: its name, size and date, because its content cannot be read before it is chosen. */
export function fingerprintOf(file: File, reference: string): string {
  return [reference, file.name, file.size, file.lastModified].join(' ');
}

/** The names of files of this claim whose upload stopped. */
export function unfinishedFiles(reference: string): string[] {
  return Object.entries(read()).flatMap(([key, { fileName }]) => (key.startsWith(`${reference} `) ? [fileName] : []));
}
