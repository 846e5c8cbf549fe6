// Protects: what did not get through is tried again by itself, less and less often, and after thirty days only when somebody asks.
import { expect, test, vi } from 'vitest';
import { notifyTabs } from '#app/waiting/send-waiting.ts';
import { answerHeader } from '#forms/answer-header.ts';
import { claim } from '#forms/claim.ts';
import { day, minute } from '#forms/durations.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { openTestPage, type TestPage } from '#testing/open-test-page.ts';
import { until } from '#testing/until.ts';

test('Each pause is twice as long as the one before, up to five minutes, whatever another tab says meanwhile', async () => {
  const { inPage, setTrouble, timers, posted, rows } = await createPhone();
  await inPage(async (page) => {
    setTrouble('no signal');
    page.fill(aoife);
    // That of the copy of what was typed.
    timers.splice(0);
    await page.submit();
    const pauses: number[] = [];
    while (pauses.length < 7) {
      await until('the next attempt', () => timers.length > 0);
      notifyTabs();
      for (let turn = 0; turn < 3; turn += 1) await page.refresh();
      expect([pauses, timers.map(({ ms }) => ms)]).toEqual([pauses, [expect.any(Number)]]);
      const [next] = timers.splice(0);
      pauses.push(Number(next?.ms) / 1_000);
      if (pauses.length === 7) setTrouble('none');
      next?.act();
    }
    expect(pauses).toEqual([15, 30, 60, 120, 240, 300, 300]);
    await until('the claim', () => rows().length === 1);
    expect(posted).toHaveLength(1);
  });
});

test('What our server wants to have in half an hour is tried again then', async () => {
  const { inPage, setTrouble, timers } = await createPhone();
  const headers = { [answerHeader]: '1', 'Retry-After': '1800' };
  await inPage(async (page) => {
    setTrouble(async () => Response.json({ message: 'Very many messages have just come.' }, { status: 429, headers }));
    page.fill(aoife);
    timers.splice(0);
    await page.submit();
    const { ms } = await until('the next attempt', () => timers[0]);
    expect(Math.ceil(ms / minute)).toBe(30);
  });
});

test('What has waited for more than thirty days is sent once somebody asks for it', async () => {
  const { inPage, setTrouble, rows } = await createPhone();
  setTrouble('no signal');
  await inPage(async (page) => {
    page.fill(aoife);
    await page.submit();
  });
  setTrouble('none');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * day);
  await inPage(async (page) => {
    await page.sendNow();
    expect([(await page.waiting()).length, rows().length]).toEqual([1, 0]);
    await page.sendOld();
    expect([(await page.waiting()).length, rows().length]).toEqual([0, 1]);
  });
  vi.restoreAllMocks();
});

async function createPhone() {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const device = createConnectedDevice(app);
  return {
    ...device,
    rows: app.rows,
    /** Acts on a page with the claim form, in a tab of its own. */
    inPage: async (act: (page: TestPage) => Promise<void>) => {
      const page = await openTestPage(claim);
      const attachAndAct = async () => {
        await page.attach();
        await act(page);
      };
      await device.tab(attachAndAct);
    },
  };
}
