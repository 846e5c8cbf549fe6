/** Lines as they are stored. Browsers post a line end as two characters, but count it as one; scripts post one. */
export function storedLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Text as it is stored where none of it is refused: without what a database does not take, and without space around it. */
export function typedText(text: string): string {
  return storedLines(text.replaceAll('\0', '')).toWellFormed().trim();
}

/** Without what comes with a text that is copied from a messenger, a list of contacts or a web page, and cannot be seen. It could turn a line round. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?![\t\r\n])\p{Cc}/gu, '');
}

/** The name under which a form posts the answer that it was rendered with. */
export const renderedName = (name: string) => `was.${name}`;

/** An answer as it is stored; one of spaces alone is none. */
function typedAnswer(text: string): string {
  return text.trim() === '' ? '' : storedLines(text);
}

/** What ends a line in a text. A control of one line has none. */
export const lineEnd = /[\n\r\v\f\u0085\u2028\u2029]/;

/** An answer to a field as it is stored: in one line where the field has one line. Browsers let nobody type more there, programs do. */
export function typedInto({ type }: { type: string }, text: string): string {
  const answer = typedAnswer(text);
  const lines = type === 'textarea' ? [] : answer.split(lineEnd);
  if (lines.length < 2) return answer;
  const words = lines.map((line) => line.trim()).filter((line) => line !== '');
  return words.join(' ');
}
