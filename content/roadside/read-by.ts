/**
 * Which native speaker has read the roadside page in each language; null, or no line, where none has. `texts` is the digest of what was read: the launch
 * check prints it, and asks for another reading once a sentence has changed.
 */
export const readBy: Record<string, { name: string; texts: string } | null> = {
  pl: null,
  ro: null,
  ur: null,
  bn: null,
  pa: null,
};
