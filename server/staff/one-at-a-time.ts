/** Lets what has the same name happen one after the other, in this process. */
export function createOneAtATime() {
  const last = new Map<string, Promise<unknown>>();
  return async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
    const settled = mine.then(
      () => {},
      () => {},
    );
    last.set(name, settled);
    void settled.then(() => {
      if (last.get(name) === settled) last.delete(name);
    });
    return mine;
  };
}
