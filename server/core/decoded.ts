/**
 * What a part of an address says, or null where an escape in it stands for no UTF-8. The result is returned, not only tried for: the build drops
 * a decodeURIComponent whose result nobody uses, although it throws.
 */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
