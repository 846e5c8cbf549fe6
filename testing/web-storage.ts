/** A `sessionStorage` or `localStorage`, whose items are its properties too. */
export function createWebStorage(): Storage {
  const items = new Map<string, string>();
  const methods = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: unknown) => void items.set(name, String(value)),
    removeItem: (name: string) => void items.delete(name),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
  };
  return new Proxy(methods as unknown as Storage, {
    get: (_, name) => (name === 'length' ? items.size : (Reflect.get(methods, name) ?? items.get(String(name)))),
    set: (_, name, value) => items.set(String(name), String(value)).size > 0,
    deleteProperty: (_, name) => items.delete(String(name)) || true,
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, name) => ({ value: items.get(String(name)), enumerable: true, configurable: true }),
  });
}
