import { type EvidenceType, kindOf } from '#forms/evidence-kinds.ts';

const maxLength = 120;

/**
 * A file's name for screens: without folders, control characters and those that reverse or hide text, at most 120 characters long with
 * its extension kept.
 */
export function cleanFileName(given: string): string {
  const bare = (given.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
    .trim();
  const letters = [...bare];
  if (letters.length <= maxLength) return bare || 'file';
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(bare)?.[0] ?? '';
  return letters.slice(0, maxLength - extension.length).join('') + extension;
}

/** The name to save a file under. Its extension is that of its content, whatever the given name was. */
export function downloadName(name: string, mediaType: EvidenceType): string {
  const { extensions } = kindOf(mediaType);
  const given = /\.([\p{L}\p{N}]+)$/u.exec(name)?.[1] ?? '';
  return extensions.includes(given.toLowerCase()) ? name : `${name}.${extensions[0]}`;
}

/** The Content-Disposition header (RFC 6266): an ASCII name for old programs, and the whole name encoded by RFC 8187. */
export function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
