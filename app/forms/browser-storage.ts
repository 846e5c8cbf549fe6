type Area = 'sessionStorage' | 'localStorage';

/** The stored value, or null. Where the browser blocks storage even reading the property throws, and the result is null as well. */
export function readStored(area: Area, name: string): unknown {
  try {
    return JSON.parse(window[area].getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** The names of everything that is stored; none where storage is blocked. */
export function storedNames(area: Area): string[] {
  try {
    const storage = window[area];
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  } catch {
    return [];
  }
}

/** Stores a value; null removes it. Where storage is blocked or full, nothing is stored. */
export function writeStored(area: Area, name: string, value: unknown): void {
  try {
    if (value === null) window[area].removeItem(name);
    else window[area].setItem(name, JSON.stringify(value));
  } catch {
    // Storage is blocked or full.
  }
}
