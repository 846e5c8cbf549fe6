import { answered } from '#app/waiting/waiting-mark.ts';

type Area = 'sessionStorage' | 'localStorage';

/** The stored value, or null. Where the browser blocks storage even reading the property throws, and the result is null as well. */
export function readStored(area: Area, name: string): unknown {
  try {
    return JSON.parse(window[area].getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** The names of everything that is stored; none where storage is blocked. */
export function storedNames(area: Area): string[] {
  try {
    return Object.keys(window[area]);
  } catch {
    return [];
  }
}

/** Stores a value; null removes it. Where storage is blocked or full, nothing is stored. */
export function writeStored(area: Area, name: string, value: unknown): void {
  try {
    const storage = window[area];
    const text = value === null ? null : JSON.stringify(value);
    if (storage.getItem(name) === text) return;
    if (text === null) storage.removeItem(name);
    else storage.setItem(name, text);
    if (area === 'sessionStorage') return;
    storage.changed = Math.max(Date.now(), Number(storage.changed ?? 0) + 1);
    copySoon();
  } catch {
    // Storage is blocked or full.
  }
}

/**
 * The database with a copy of `localStorage`. Browsers write web storage to the disk seconds later, so that what was typed last would be
 * lost with a browser that is killed; what IndexedDB has confirmed is not. Pages go on reading and writing `localStorage`, which answers
 * at once, also while a page is being closed. The copy is put back where it is newer.
 */
const copyName = 'kerbside-copy';

/** Several changes at once, or quick ones, are one copy. */
const copyMs = 100;

let copying = 0;

function copySoon(): void {
  if (copying) return;
  copying = window.setTimeout(() => {
    copying = 0;
    void openCopy({ ...window.localStorage }).catch(() => {});
  }, copyMs);
}

/** How long a page waits for the copy, which some browsers have failed to answer for. */
const recoveryMs = 500;

/** Puts back what `localStorage` has lost. Called before a page reads what is stored. */
export function recoverStored(): Promise<void> {
  return Promise.race([recover().catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, recoveryMs))]);
}

/** `changed`: when what is stored was changed last, in milliseconds; later than before also where the clock was put back. */
async function recover(): Promise<void> {
  const copy = (await openCopy()) as { changed: string };
  const { localStorage } = window;
  const { changed = '' } = localStorage;
  if (copy.changed > changed) {
    localStorage.clear();
    Object.assign(localStorage, copy);
  } else if (copy.changed < changed) copySoon();
}

/** Writes the copy, or reads it: that makes no database. */
async function openCopy(items?: object): Promise<unknown> {
  const request = indexedDB.open(copyName);
  request.onupgradeneeded = () => (items ? request.result.createObjectStore(copyName) : request.transaction?.abort());
  const db = await answered(request);
  const store = db.transaction(copyName, 'readwrite').objectStore(copyName);
  // Once the transaction has ended.
  db.close();
  return items ? answered(store.put(items, 0)) : answered(store.get(0));
}
