// Protects: one accident is one claim when two tabs have one draft, whichever step one is killed at.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { createConnectedDevice, type Trouble } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { openTestPage, type TestPage } from '#testing/open-test-page.ts';
import { until } from '#testing/until.ts';
import { createWebStorage } from '#testing/web-storage.ts';

/**
 * A claim that is sent from one tab, which is killed at any step of that, and another tab that has taken its draft over. A third page is
 * opened at last, when the connection is good.
 */

/** What happens to the first request, and before how many of its steps the first tab is killed. */
const troubles: [Trouble, number][] = [
  ['none', 10],
  ['no signal', 10],
  ['an answer that is lost', 10],
  ['a portal', 0],
  ['a server that is busy', 0],
];

const others: Record<string, (page: TestPage) => Promise<void>> = {
  'sends it with other words': (page) => {
    page.fill({ vehicleMake: 'Skoda' });
    return page.submit();
  },
  'deletes it': async (page) => {
    await page.refresh();
    await page.deleteWaiting();
  },
};

test.each(troubles.flatMap(([trouble, kills]) => Object.keys(others).map((other) => [trouble, other, kills] as const)))(
  'With %s, and another tab that %s: it is stored once, whichever step a tab is killed at, and no page says anything untrue',
  async (trouble, other, kills) => {
    const app = await createTestApp({ RATE_LIMIT: 'off' });
    const act = (page: TestPage) => others[other]?.(page) ?? Promise.resolve();
    let steps = kills;
    for (let diesAt = 0; diesAt <= steps; diesAt += 1) {
      // Where none is killed, both are used at one time.
      const what = diesAt === 0 ? 'both at one time' : `killed at step ${diesAt} of ${steps}`;
      const { tab, setTrouble } = createConnectedDevice(app);
      const phone = `07700 90${1_000 + diesAt}`;
      const [first, second, last] = [await openTestPage(claim), await openTestPage(claim), await openTestPage(claim)];
      const session = createWebStorage();
      const type = async () => {
        await first.attach();
        first.fill({ ...aoife, phone });
      };
      await tab(type, undefined, session);
      await tab(() => second.attach());

      setTrouble(trouble);
      const sending = tab(() => first.submit(), diesAt || undefined, session);
      const acting = diesAt === 0 && tab(() => act(second));
      const { isDead, steps: taken } = await sending;
      if (!isDead) steps = Math.min(steps, taken);
      setTrouble('none');
      await (acting || tab(() => act(second)));

      await tab(async () => {
        await last.attach();
        // Another page may be sending, and leaves the rest to a timer.
        await until('nothing that waits', async () => {
          await last.sendNow();
          return (await last.waiting()).length === 0;
        });
      });
      const stored = app.rows().filter(({ form_data }) => JSON.parse(form_data).phone === phone);
      expect(stored.length, what).toBeLessThanOrEqual(1);
      if (other === 'sends it with other words') expect(stored.length, what).toBe(1);
      for (const page of isDead ? [second, last] : [first, second, last]) {
        const { receipt, outcome } = page.read();
        if (receipt) expect(receipt.reference, what).toBe(stored[0]?.reference);
        // The device keeps things, and no page says that it does not.
        expect(outcome ?? {}, what).not.toMatchObject({ waitsAs: null });
      }
    }
  },
);

test('Deleted while it is sent once more, a claim is not said to wait', async () => {
  const { tab, setTrouble } = createConnectedDevice(await createTestApp({ RATE_LIMIT: 'off' }));
  const page = await openTestPage(claim);
  setTrouble('no signal');
  await tab(async () => {
    await page.attach();
    page.fill(aoife);
    await page.submit();
    await page.refresh();
    setTrouble(async () => {
      await page.deleteWaiting();
      throw new TypeError('Failed to fetch');
    });
    await page.submit();
    expect(await page.waiting()).toEqual([]);
  });
  expect(page.read()).toMatchObject({ outcome: null, waiting: null, isSending: false, values: aoife });
});

test('When the connection is back, one tab sends what waits, and every tab that shows it shows its receipt', async () => {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const { tab, setTrouble, dispatch, posted } = createConnectedDevice(app);
  const [first, second] = [await openTestPage(claim), await openTestPage(claim)];
  setTrouble('no signal');
  await tab(async () => {
    await first.attach();
    first.fill(aoife);
    await first.submit();
  });
  await tab(() => second.attach());
  for (const page of [first, second]) expect(page.read().waiting?.key).toEqual(expect.any(String));
  setTrouble('none');
  await tab(async () => void dispatch('online'));
  const reference = () => app.rows()[0]?.reference ?? 'none';
  for (const page of [first, second]) await until('the receipt', async () => page.read().receipt?.reference === reference());
  expect(posted).toHaveLength(1);
  for (const page of [first, second]) expect(page.read()).toMatchObject({ waiting: null, values: { firstName: '' } });
});
