/**
 * Whether the text has the shape "text without spaces, @, text, dot, text", which is the only check of an address in the
 * specification. It is no regular expression, because that takes quadratic time on 100 KB of dots.
 */
export function isEmailShaped(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || text.indexOf('@', at + 1) !== -1) return false;
  if (/\s/.test(text)) return false;
  const dot = text.indexOf('.', at + 2);
  return dot !== -1 && dot < text.length - 1;
}
