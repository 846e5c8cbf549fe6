import type { Place } from './store.ts';

/** Where a page begins: behind a place, towards the end of the list or, backwards, towards its beginning. */
export type PageStart = { behind: Place | null; isBackwards: boolean };

export const firstPage: PageStart = { behind: null, isBackwards: false };

export function pageKey({ key, id }: Place, isBackwards: boolean): string {
  return Buffer.from(JSON.stringify([isBackwards ? 'p' : 'n', key, id])).toString('base64url');
}

/** Whatever is no key, such as one that somebody has shortened, is the first page. */
export function readPageKey(text: string | null): PageStart {
  if (text === null) return firstPage;
  try {
    const [direction, key, id] = JSON.parse(Buffer.from(text, 'base64url').toString());
    const isKey =
      (direction === 'n' || direction === 'p') && Number.isSafeInteger(key) && typeof id === 'string' && !id.includes('\0');
    return isKey ? { behind: { key, id }, isBackwards: direction === 'p' } : firstPage;
  } catch {
    return firstPage;
  }
}
