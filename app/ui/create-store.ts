/** A state outside of React, in the shape that `useSyncExternalStore` reads. */
export function createStore<State>(first: State) {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: (): State => state,
    /** The state that the server renders with. */
    readOnServer: (): State => first,
    set: (next: State): void => {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}
