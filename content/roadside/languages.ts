/** The languages of the roadside page. English is the version that counts. `name` is as their speakers write it. */
export const languages = [
  { code: 'en', englishName: 'English', name: 'English' },
  { code: 'pl', englishName: 'Polish', name: 'Polski' },
  { code: 'ro', englishName: 'Romanian', name: 'Română' },
  { code: 'ur', englishName: 'Urdu', name: 'اردو' },
  { code: 'bn', englishName: 'Bengali', name: 'বাংলা' },
  { code: 'pa', englishName: 'Punjabi', name: 'ਪੰਜਾਬੀ' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];

/** The language that is asked for in the address of the roadside page. */
export function languageOf(address: URL): LanguageCode {
  const asked = address.searchParams.get('lang');
  return languages.find(({ code }) => code === asked)?.code ?? 'en';
}
