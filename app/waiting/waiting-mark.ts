/** Of the database, the lock, the messages between tabs, and the background sync. */
export const waitingName = 'kerbside-waiting';

/**
 * Whether something is kept on this device: the database is there only as long as there is. Any other mark would be
 * written some seconds later, and the browser may be killed before. Browsers that cannot say are taken to have it.
 */
export async function isSomethingKept(): Promise<boolean> {
  try {
    return !indexedDB.databases || (await indexedDB.databases()).some(({ name }) => name === waitingName);
  } catch {
    // Storage is refused.
    return false;
  }
}
