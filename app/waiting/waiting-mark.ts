/** The name of the database, the lock, the messages between tabs, and the background sync. */
export const waitingName = 'kerbside-waiting';

/**
 * Whether something is kept on this device, which is whether the database exists: it is deleted once it is empty. Any other mark
 * would be written seconds later, and the browser may be killed before. A browser that cannot tell counts as one that has it.
 */
export async function isSomethingKept(): Promise<boolean> {
  try {
    return !indexedDB.databases || (await indexedDB.databases()).some(({ name }) => name === waitingName);
  } catch {
    // The browser refuses storage.
    return false;
  }
}

/** The result of a request to IndexedDB. */
export function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
