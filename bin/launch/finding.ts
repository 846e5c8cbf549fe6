/** What stands between this copy and going live: red must be mended first, amber should be looked at, green holds. */
export type Finding = {
  about: string;
  state: 'red' | 'amber' | 'green';
  /** What was found, a sentence. */
  says: string;
  /** What to do about it, a sentence; null where nothing is to be done. */
  todo: string | null;
};

export const red = (about: string, says: string, todo: string): Finding => ({ about, state: 'red', says, todo });

export const amber = (about: string, says: string, todo: string): Finding => ({ about, state: 'amber', says, todo });

export const green = (about: string, says: string): Finding => ({ about, state: 'green', says, todo: null });
