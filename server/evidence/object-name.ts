import { cleanFileName } from './file-name.ts';

const maxLength = 255;

/** Whether a program may call a file so: names in folders, each as a screen can show it, without what has a meaning in an address. */
export function isObjectName(name: string): boolean {
  const parts = name.split('/');
  return [...name].length <= maxLength && parts.every((part) => part === cleanFileName(part) && part === withoutSigns(part));
}

/** What a file is called where names are unique: as it was given, or with ` (2)` before its extension where another has that name. */
export function freeObjectName(given: string, taken: Set<string>): string {
  const name = withoutSigns(given);
  const [, start = name, extension = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${start} (${count})${extension}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Those that would end a path, or be decoded. */
function withoutSigns(name: string): string {
  return name.replaceAll(/[#?%]/g, '_');
}
