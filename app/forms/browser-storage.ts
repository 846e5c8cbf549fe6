type Area = 'sessionStorage' | 'localStorage';

/** What the browser holds under a name, or null. A browser may refuse storage even to look at it, and then holds nothing. */
export function readStored(area: Area, name: string): unknown {
  try {
    return JSON.parse(window[area].getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Null removes it. Where storage is refused or full nothing is held. */
export function writeStored(area: Area, name: string, value: unknown): void {
  try {
    if (value === null) window[area].removeItem(name);
    else window[area].setItem(name, JSON.stringify(value));
  } catch {
    // Refused: see above.
  }
}
