/** A line in which a mail program says whose words follow, in the languages that claimants write most. */
const attribution =
  /^(?:on .{5,200} wrote:|am .{5,200} schrieb .*:|le .{5,200} a écrit\s*:|w dniu .{5,200} pisze:|-{2,}\s*(?:original|forwarded) message\s*-{2,}|_{10,})$/i;

/**
 * Parts an e-mail's text into what its sender wrote and what it quotes of earlier ones at its end, which is shown folded. Nothing is
 * left out: answers between quoted lines are the sender's, and so is all of a text that begins with a quote.
 */
export function foldQuotes(text: string): { own: string; quoted: string } {
  const lines = text.split('\n');
  const named = lines.findIndex((line) => attribution.test(line.trim()));
  const from = named !== -1 && isQuoteToItsEnd(lines.slice(named + 1)) ? named : startOfLastQuote(lines);
  const own = lines.slice(0, from).join('\n').trimEnd();
  return own === '' ? { own: text, quoted: '' } : { own, quoted: lines.slice(from).join('\n').trim() };
}

/** Whether nobody wrote between quoted lines. Some mail programs do not mark them. */
function isQuoteToItsEnd(lines: string[]): boolean {
  const first = lines.findIndex((line) => line.startsWith('>'));
  return first === -1 || lines.slice(first).every((line) => line.startsWith('>') || line.trim() === '');
}

/** Where the lines begin that are quoted to the end of the text; their number where there are none. */
function startOfLastQuote(lines: string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('>'));
  return lines.slice(last + 1).some((line) => line.startsWith('>')) ? last + 1 : lines.length;
}
