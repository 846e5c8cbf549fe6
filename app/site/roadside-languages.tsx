import { languages } from '#content/roadside/languages.ts';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import { viaName } from '#forms/via.ts';

/**
 * Links to the page in the other languages, of which six fit into a row of a phone. They load the document, and only the address remembers
 * the language. `via`: who sent the visitor, which the link that they followed says and the page in another language says as well.
 */
export function LanguageLinks({ texts: { code, languages: label }, via }: { texts: RoadsideTexts; via: string | undefined }) {
  return (
    <nav className="roadside-languages" aria-label={label}>
      {languages
        .filter((other) => other.code !== code)
        .map((other) => (
          <a key={other.code} href={addressOf(other.code, via)} lang={other.code}>
            {other.name}
          </a>
        ))}
    </nav>
  );
}

function addressOf(code: string, via: string | undefined): string {
  const parameters = new URLSearchParams();
  if (code !== 'en') parameters.set('lang', code);
  if (via) parameters.set(viaName, via);
  return parameters.size === 0 ? '/roadside' : `/roadside?${parameters}`;
}
