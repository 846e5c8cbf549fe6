/** How much of a line is shown in a sentence. */
const shownLength = 90;

/** A sentence about a line of a file, which it shows; `says` goes on from it. */
export function atLine(number: number, line: string, says: string): string {
  const text = line.trim();
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `line ${number} ${shown === '' ? '' : `(${shown}) `}${says}.`;
}
