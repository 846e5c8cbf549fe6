/** Words in another language than their page's, as [Croeso]{lang=cy}, so that they are read aloud in it (WCAG 3.1.2). */
const marked = /\[([^[\]]+)\]\{lang=([\w-]+)\}/g;
export const markedAtStart = new RegExp(`^${marked.source}`);

/** A text in parts, of which those that are marked have their language. */
export function partsOf(text: string): { words: string; language: string | null }[] {
  return text.split(marked).flatMap((words, index, all) => {
    // After the words around comes what was marked, and then its language.
    if (words === '' || index % 3 === 2) return [];
    return [{ words, language: index % 3 === 1 ? (all[index + 1] ?? null) : null }];
  });
}

/** Where nothing can be marked: for search engines, pictures, emails and lists. */
export function plainText(text: string): string {
  return text.replace(marked, '$1');
}

/** The mark that a text begins with. */
export function markAtStart(text: string): { raw: string; words: string; language: string } | null {
  const [raw, words = '', language = ''] = markedAtStart.exec(text) ?? [];
  return raw === undefined ? null : { raw, words, language };
}
