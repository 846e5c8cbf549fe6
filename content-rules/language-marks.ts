import { plainText } from '../forms/marked-languages.ts';

/** Where pages show what is marked. Titles and descriptions are read by programs, which know no parts. */
const fields =
  /^(?:pages\.\w+\.(?:heading|lead)|\w+Page\.(?:heading|lead)|(?:homeFaq|faq)\[\d+\]\.(?:question|answer)|heading|lead|hero(?:Title|Lead)|notice|body)$/;

/** What somebody meant for a mark, also as {Lang=cy}, { lang: cy } or {language=cy}. */
const begun = /\{\s*lang(?:uage)?\b/i;

const names = new Intl.DisplayNames('en-GB', { type: 'language', fallback: 'none' });

/** What is wrong with the languages that words of a text are marked with, as [Croeso]{lang=cy}. */
export function markProblems({ file, field, text }: { file: string; field: string; text: string }): string[] {
  const tags = Array.from(text.matchAll(/\]\{lang=([\w-]+)\}/g), ([, tag = '']) => tag);
  const unknown = tags.filter((tag) => !isKnown(tag));
  const isMarked = tags.length > 0 || begun.test(text);
  if (isMarked && (!fields.test(field) || file.startsWith('content/roadside/')))
    return [
      `${file}: ${field} must not mark a language: headings, leads, questions, answers, notices and the text of services and guides may.`,
    ];
  if (begun.test(plainText(text)))
    return [`${file}: ${field} must mark a language as in [Croeso]{lang=cy}, without brackets inside.`];
  return unknown.map((tag) => `${file}: ${field} must not have {lang=${tag}}, which is no language that is known: Welsh is cy.`);
}

function isKnown(tag: string): boolean {
  try {
    return names.of(tag) !== undefined;
  } catch {
    return false;
  }
}
