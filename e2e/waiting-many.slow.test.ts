// Protects: of many submissions on bad connections none is lost and none is stored twice.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { readStore } from '#testing/read-store.ts';
import { ownServers, setupJourney } from './harness/journey.ts';
import { storeAsFirstRelease } from './harness/waiting.ts';

const journey = setupJourney(ownServers);
const devices = 10;
/** A thousand with WAITING_EACH=100, which takes minutes on a busy machine. */
const each = Number(process.env.WAITING_EACH ?? 20);

test('Of all submissions that wait on ten devices with bad connections none is lost and none is there twice', async () => {
  const pages = await Promise.all(Array.from({ length: devices }, () => journey.newPage()));
  const dropped = await Promise.all(
    pages.map(async (page, device) => {
      await page.addInitScript(dropAtRandom);
      await page.goto(`${journey.product.url}/faq`);
      await page.evaluate(storeAsFirstRelease, messagesOf(device));
      await page.reload();
      return page.evaluate(sendUntilEmpty);
    }),
  );
  const sum = (kind: keyof Dropped) => dropped.reduce((all, one) => all + one[kind], 0);
  expect(sum('before'), 'lost before the server').toBeGreaterThan(0);
  expect(sum('after'), 'stored, and the answer lost').toBeGreaterThan(0);
  const subjects = readStore(journey.product).submissions.map(({ form_data }) => form_data.subject);
  expect(subjects).toHaveLength(devices * each);
  expect(new Set(subjects).size).toBe(devices * each);
});

type Dropped = { before: number; after: number };

/** Runs in the page: a tenth of the requests never arrives, and of a tenth the answer is lost. */
function dropAtRandom(): void {
  const dropped: Dropped = { before: 0, after: 0 };
  const { fetch } = window;
  Object.assign(window, { dropped });
  window.fetch = async (...given) => {
    if (!String(given[0]).startsWith('/functions/')) return fetch(...given);
    const chance = Math.random();
    if (chance < 0.1) {
      dropped.before += 1;
      throw new TypeError('Failed to fetch');
    }
    const response = await fetch(...given);
    if (chance > 0.9) {
      dropped.after += 1;
      throw new TypeError('Failed to fetch');
    }
    return response;
  };
}

function messagesOf(device: number) {
  return Array.from({ length: each }, (_, index) => {
    const email = `sender${index}-${device}@example.com`;
    const formData = { ...sampleMessages[0].data, subject: `Number ${index} of ${device}`, email };
    const body = JSON.stringify({ formName: 'Contact Us', formData });
    const form = { what: 'message' as const, slug: 'contact', path: '/contact' };
    return { ...form, key: randomUUID(), body, createdAt: Date.now() - index };
  });
}

/** Runs in the page: the connection comes and goes until nothing waits. */
async function sendUntilEmpty(): Promise<Dropped> {
  const request = indexedDB.open('kerbside-waiting', 1);
  const db = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const countWaiting = () =>
    new Promise<number>((resolve) => {
      const all = db.transaction('submissions').objectStore('submissions').getAll();
      all.onsuccess = () => resolve(all.result.filter(({ state }) => state.kind === 'waiting').length);
    });
  while ((await countWaiting()) > 0) {
    dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  db.close();
  return (window as unknown as { dropped: Dropped }).dropped;
}
