type Area = 'sessionStorage' | 'localStorage';

/** The stored value, or null. Where the browser blocks storage, even the property access throws: null as well. */
export function readStored(area: Area, name: string): unknown {
  try {
    return JSON.parse(window[area].getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Null removes the value. Where storage is blocked or full, nothing is stored. */
export function writeStored(area: Area, name: string, value: unknown): void {
  try {
    if (value === null) window[area].removeItem(name);
    else window[area].setItem(name, JSON.stringify(value));
  } catch {
    // Blocked or full.
  }
}
