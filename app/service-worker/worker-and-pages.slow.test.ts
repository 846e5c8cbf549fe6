// Protects: one claim is stored once, and every tab says so, when the service worker and a page send what waits at one time.
import { expect, test, vi } from 'vitest';
import { waitingName } from '#app/waiting/waiting-mark.ts';
import { claim } from '#forms/claim.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { openTestPage, type TestPage } from '#testing/open-test-page.ts';
import { until as waitFor } from '#testing/until.ts';
import { createWebStorage } from '#testing/web-storage.ts';

/**
 * A claim waits, and two tabs show it. When the network is back, the browser starts Background Sync in the service worker, and in one of
 * the tabs something happens too. Either of the two stands still at each of its steps in turn, while the other goes on.
 */

type Browser = ReturnType<typeof createConnectedDevice>;

const inPage: Record<string, (page: TestPage, browser: Browser) => Promise<unknown>> = {
  'hears that the network is back': async (page, { dispatch }) => {
    dispatch('online');
    await page.sendNow();
  },
  'sends the form again': unlessAccepted((page) => page.submit()),
  'sends the form with other words': unlessAccepted((page) => {
    page.fill({ vehicleMake: 'Skoda' });
    return page.submit();
  }),
};

/** Once the claim was accepted the form is empty, and nobody sends it again. */
function unlessAccepted(act: (page: TestPage) => Promise<void>) {
  return async (page: TestPage) => (page.read().receipt ? undefined : act(page));
}

const cases = Object.keys(inPage).flatMap((what) => (['worker', 'page'] as const).map((stopped) => ({ what, stopped })));

test.each(cases)(
  'A page $what, and the $stopped stands still at any step: the claim is stored once, and both tabs show its receipt',
  async ({ what, stopped }) => {
    const app = await createTestApp({ RATE_LIMIT: 'off' });
    let isReached = true;
    for (let at = 1; isReached; at += 1) {
      const phone = `07700 90${1_000 + at}`;
      const { browser, sync, first, second } = await openWaitingClaim(app, phone);
      const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
      isReached = false;
      const onReached = () => {
        isReached = true;
      };
      const stopOf = (who: 'worker' | 'page') => (who === stopped ? { at, until, onReached } : null);
      const run = {
        worker: () => browser.tab(sync, undefined, undefined, stopOf('worker')),
        page: () => first.run(async (page) => inPage[what]?.(page, browser), stopOf('page')),
      };
      const standing = watch(run[stopped]());
      await waitFor('the step', () => isReached || standing.isOver());
      const going = watch(run[stopped === 'worker' ? 'page' : 'worker']());
      await waitFor('the other one', () => going.isOver() || browser.isLockWaitedFor());
      goOn();
      await Promise.all([standing.ended, going.ended]);
      await second.run((page) =>
        waitFor('nothing that waits', async () => {
          await page.sendNow();
          return (await page.waiting()).length === 0;
        }),
      );
      await first.run((page) => page.refresh());

      const when = `the ${stopped} at step ${at}`;
      const stored = app.rows().filter(({ form_data }) => JSON.parse(form_data).phone === phone);
      expect(stored, when).toHaveLength(1);
      const settled = { waiting: null, receipt: { reference: stored[0]?.reference }, values: { firstName: '' } };
      for (const { page } of [first, second]) expect(page.read(), when).toMatchObject(settled);
    }
  },
);

function watch(work: Promise<unknown>) {
  let isOver = false;
  const ended = work.then(() => {
    isOver = true;
  });
  return { ended, isOver: () => isOver };
}

/** A browser in which a claim waits that was typed in one tab, and which two tabs show. */
async function openWaitingClaim(app: Parameters<typeof createConnectedDevice>[0], phone: string) {
  const browser = createConnectedDevice(app);
  const sync = await openWorker(browser);
  const openTab = async () => {
    const page = await openTestPage(claim);
    const session = createWebStorage();
    const run = (act: (page: TestPage) => Promise<unknown>, stop: Parameters<Browser['tab']>[3] = null) =>
      browser.tab(() => act(page), undefined, session, stop);
    return { page, run };
  };
  const [first, second] = [await openTab(), await openTab()];
  browser.setTrouble('no signal');
  await first.run(async (page) => {
    await page.attach();
    page.fill({ ...aoife, phone });
    await page.submit();
  });
  await second.run((page) => page.attach());
  for (const { page } of [first, second]) expect(page.read().waiting?.key).toEqual(expect.any(String));
  browser.setTrouble('none');
  return { browser, sync, first, second };
}

/** The service worker's scripts. Returns what the browser does by Background Sync. */
async function openWorker({ dispatch }: Browser): Promise<() => Promise<void>> {
  vi.stubGlobal('self', { savedSite: { version: '1', pages: {}, assets: {} }, clients: {}, registration: {} });
  vi.resetModules();
  await import('./service-worker.ts');
  return async () => {
    let work: Promise<unknown> = Promise.resolve();
    dispatch('sync', {
      tag: waitingName,
      waitUntil: (given: Promise<unknown>) => {
        work = given.catch(() => {});
      },
    });
    await work;
  };
}
