// Protects: who shares a page of the roadside in another language shares it in that language.
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { meta } from './roadside-page.tsx';

test.each(languages)('$code: the locale for Open Graph is that of the language', ({ code }) => {
  const loaderData = textsFor(new Request(`https://kerbside.example/roadside?lang=${code}`));
  const found = meta({ loaderData } as unknown as Parameters<typeof meta>[0]);
  const locale = { en: 'en_GB', pl: 'pl_PL', ro: 'ro_RO', ur: 'ur_PK', bn: 'bn_BD', pa: 'pa_IN' }[code];
  expect(found).toContainEqual({ property: 'og:locale', content: locale });
});
