import type { Values } from './form-values.ts';

/**
 * What was typed, kept on the device for as long as this tab lives: through a reload, a crash and a wrong turn.
 * A browser that refuses storage keeps nothing, and the form works all the same.
 */
export function readDraft(slug: string): Values | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(slug)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Values) : null;
  } catch {
    return null;
  }
}

export function keepDraft(slug: string, values: Values | null): void {
  try {
    if (values) sessionStorage.setItem(nameOf(slug), JSON.stringify(values));
    else sessionStorage.removeItem(nameOf(slug));
  } catch {
    // No storage, no draft.
  }
}

const nameOf = (slug: string) => `draft:${slug}`;
