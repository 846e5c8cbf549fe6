import type { LanguageCode } from './languages.ts';

/** As their speakers write them. */
export const languageNames: Record<LanguageCode, string> = {
  en: 'English',
  pl: 'Polski',
  ro: 'Română',
  ur: 'اردو',
  bn: 'বাংলা',
  pa: 'ਪੰਜਾਬੀ',
};
