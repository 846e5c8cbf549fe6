import type { LateTexts } from '../late-texts.ts';

/** For browsers: what a form says once it is in use, in the language of its page; null where that is English. */
export async function loadLateTexts(language: string): Promise<LateTexts | null> {
  switch (language) {
    case 'pl':
      return (await import('./pl-late.ts')).polishLate;
    case 'ro':
      return (await import('./ro-late.ts')).romanianLate;
    case 'ur':
      return (await import('./ur-late.ts')).urduLate;
    case 'bn':
      return (await import('./bn-late.ts')).bengaliLate;
    case 'pa':
      return (await import('./pa-late.ts')).punjabiLate;
    default:
      return null;
  }
}
