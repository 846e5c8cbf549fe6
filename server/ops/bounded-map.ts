export type BoundedMap<Value> = {
  get: (name: string) => Value | undefined;
  set: (name: string, value: Value) => void;
  size: () => number;
};

/** A map of so many names at most: the one longest not set is forgotten first. */
export function createBoundedMap<Value>(most: number): BoundedMap<Value> {
  const entries = new Map<string, Value>();
  // Kept, because each new one would walk over all that has been deleted in front.
  const names = entries.keys();
  return {
    get: (name) => entries.get(name),
    set: (name, value) => {
      entries.delete(name);
      entries.set(name, value);
      if (entries.size > most) entries.delete(names.next().value as string);
    },
    size: () => entries.size,
  };
}
