import { cleanFileName } from './file-name.ts';

const maxLength = 255;

/**
 * Whether a program may give a file this name: a name with folders, each as a screen can show it, without characters that have a
 * meaning in an address.
 */
export function isObjectName(name: string): boolean {
  const parts = name.split('/');
  return [...name].length <= maxLength && parts.every((part) => part === cleanFileName(part) && part === withoutSigns(part));
}

/** The unique name of a file: the given one, or with ` (2)` before its extension where another file has that. */
export function freeObjectName(given: string, taken: Set<string>): string {
  const name = withoutSigns(given);
  const [, start = name, extension = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${start} (${count})${extension}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Removes characters that would end a path, or be decoded. */
function withoutSigns(name: string): string {
  return name.replaceAll(/[#?%]/g, '_');
}
