/** The languages of the roadside page. English is the version that counts. */
export const languages = [
  { code: 'en', englishName: 'English' },
  { code: 'pl', englishName: 'Polish' },
  { code: 'ro', englishName: 'Romanian' },
  { code: 'ur', englishName: 'Urdu' },
  { code: 'bn', englishName: 'Bengali' },
  { code: 'pa', englishName: 'Punjabi' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];

/** The language that is asked for in the address of the roadside page. */
export function languageOf(address: URL): LanguageCode {
  const asked = address.searchParams.get('lang');
  return languages.find(({ code }) => code === asked)?.code ?? 'en';
}
