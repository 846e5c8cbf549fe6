/** The languages of the roadside page. `name` as its speakers write it. English is the version that counts. */
export const languages = [
  { code: 'en', name: 'English', englishName: 'English' },
  { code: 'pl', name: 'Polski', englishName: 'Polish' },
  { code: 'ro', name: 'Română', englishName: 'Romanian' },
  { code: 'ur', name: 'اردو', englishName: 'Urdu' },
  { code: 'bn', name: 'বাংলা', englishName: 'Bengali' },
  { code: 'pa', name: 'ਪੰਜਾਬੀ', englishName: 'Punjabi' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];
