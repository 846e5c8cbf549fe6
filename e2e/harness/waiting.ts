import type { Page } from 'playwright-core';

export const endpoint = '**/functions/v1/send-form-email';

export const panelOf = (page: Page) => page.getByRole('region', { name: 'Waiting to be sent' });

/** Waits until the script that keeps submissions has come with all that it imports, which a page fetches once its form is in use. */
export async function waitingLoaded(page: Page): Promise<void> {
  const found = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/waiting-panel-'))?.name,
  );
  // As text: Vitest would rewrite an import.
  await page.evaluate(`import(${JSON.stringify(await found.jsonValue())}).then(() => null)`);
}

/** Everything that the site has stored in the browser, as text. */
export function traces(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name as string));
      for (const store of db.objectStoreNames) found.push(await settled(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(found);

    function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    }
  });
}
