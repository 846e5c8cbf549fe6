import { languages } from '#content/roadside/languages.ts';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';

/** Links to the page in the other languages. They load the document, and only the address remembers the language. */
export function LanguageLinks({ texts: { code, languages: label } }: { texts: RoadsideTexts }) {
  return (
    <nav className="roadside-languages" aria-label={label}>
      {languages.map(({ code: other, name }) => (
        <a
          key={other}
          href={other === 'en' ? '/roadside' : `/roadside?lang=${other}`}
          lang={other}
          aria-current={other === code ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
