// Protects: who shares a page of the roadside in another language shares it in that language.
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { meta } from './roadside-page.tsx';

test.each(languages)('$code: the locale for Open Graph is that of the language', ({ code }) => {
  const loaderData = textsFor(new Request(`https://kerbside.example/roadside?lang=${code}`));
  const found = meta({ loaderData } as unknown as Parameters<typeof meta>[0]);
  const { language, region } = new Intl.Locale(code === 'en' ? 'en-GB' : code).maximize();
  expect(found).toContainEqual({ property: 'og:locale', content: `${language}_${region}` });
});
