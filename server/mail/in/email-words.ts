import type { Email } from 'postal-mime';

/** What is longer is no letter. */
const longestText = 2_000_000;

/** A sentence that stands for an e-mail in HTML has fewer words of its own. */
const mostOfStub = 25;

/**
 * The words of an e-mail: its text, where that has every word of its HTML, and where each link leads. Programs write a blank text beside
 * the letter, a sentence about HTML, or no more than a footer; the HTML is read there, and a text that says something else stands below it
 * unless it speaks of HTML.
 */
export async function wordsOf(email: Pick<Email, 'text' | 'html'>): Promise<string> {
  const text = email.text?.slice(0, longestText) ?? '';
  if (!email.html) return text;
  const { textOfHtml } = await import('./html-text.ts');
  const read = textOfHtml(email.html);
  const [inText, inHtml] = [wordsIn(text), wordsIn(read)];
  if (isWithin(inHtml, inText) && text.trim() !== '' && isWithin(linksIn(read), linksIn(text))) return text;
  const own = [...inText].filter((word) => !inHtml.has(word));
  const isLong = own.length > mostOfStub;
  const isOther = isLong || own.length > inText.size / 2;
  return isOther && (isLong || !/\b(?:html|browser)\b/i.test(text)) ? `${read}\n\n${text}` : read;
}

/** Whether a text is no longer than a sentence of a program's. */
export const isShort = (text: string): boolean => wordsIn(text).size <= mostOfStub;

/** Without the slash at its end that some programs add, or the end of a sentence. */
function linksIn(text: string): Set<string> {
  return new Set(text.match(/https?:[^\s()<>"]+/g)?.map((link) => link.replace(/[/.,]$/, '')));
}

/** Without addresses, and what stands for pictures in a text: each program writes them in its own way. */
function wordsIn(text: string): Set<string> {
  const plain = text
    .replaceAll(/https?:\S+|<mailto:[^<>\n]*>|\[(?:cid|image)\b[^[\]\n]*\]/gi, ' ')
    .normalize('NFKC')
    .toLowerCase();
  return new Set(plain.match(/[\p{L}\p{N}]+|\p{Sc}|\p{Extended_Pictographic}/gu));
}

function isWithin(part: Set<string>, whole: Set<string>): boolean {
  return part.size <= whole.size && [...part].every((word) => whole.has(word));
}
