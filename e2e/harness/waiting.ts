import type { Page } from 'playwright-core';
import { answerHeader } from '#forms/answer-header.ts';
import { aoife } from '#testing/fixtures/people.ts';
import type { Product } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { type Answers, fill, submit } from './fill.ts';

export const endpoint = '**/functions/v1/send-form-email';

/** An answer to a form as our server sends it, for `route.fulfill`. */
export const ownAnswer = (status: number, json: object) => ({ status, json, headers: { [answerHeader]: '1' } });

export const panelOf = (page: Page) => page.getByRole('region', { name: 'Waiting to be sent' });

/** Waits until the script that keeps submissions is loaded with all its imports, which happens once the form is in use. */
export async function waitingLoaded(page: Page): Promise<void> {
  const found = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/waiting-panel-'))?.name,
  );
  // The import is text, because Vitest would rewrite it.
  await page.evaluate(`import(${JSON.stringify(await found.jsonValue())}).then(() => null)`);
}

/** Sends a claim that waits then, because `disconnect` cuts its page off from the server before. */
export async function failToSend(
  page: Page,
  lastName: string,
  disconnect: () => Promise<unknown> = () => page.context().setOffline(true),
): Promise<Answers> {
  const answers = { ...aoife, lastName };
  await fill(page, answers);
  await waitingLoaded(page);
  await disconnect();
  await submit(page);
  await panelOf(page).getByText('Waiting to be sent: your claim').waitFor();
  return answers;
}

/** The claims with this last name that are stored on the server. */
export function storedClaims(product: Product, lastName: string) {
  return readStore(product).submissions.filter(({ form_data }) => form_data.lastName === lastName);
}

/** Everything that the site has stored in the browser, as text. */
export function traces(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const db = await openExisting(name as string);
      if (!db) continue;
      for (const store of db.objectStoreNames) found.push(await settled(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(found);

    /** Null where the page has deleted it in the meantime; opening it must not make an empty one. */
    function openExisting(name: string): Promise<IDBDatabase | null> {
      const request = indexedDB.open(name);
      request.onupgradeneeded = () => request.transaction?.abort();
      return settled(request).catch(() => null);
    }

    function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    }
  });
}
