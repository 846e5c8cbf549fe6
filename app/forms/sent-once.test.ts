// Protects: a claim that is sent again, in whatever way, is stored once, and the page has its receipt once.
import { expect, test, vi } from 'vitest';
import { readWaiting } from '#app/waiting/waiting-store.ts';
import { claim } from '#forms/claim.ts';
import { minute } from '#forms/durations.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { deviceOrigin } from '#testing/device.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { allSent, openTestPage, type TestPage } from '#testing/open-test-page.ts';
import { until } from '#testing/until.ts';
import { createWebStorage } from '#testing/web-storage.ts';

test('Sent again after its answer was lost, a claim is stored once', async () => {
  const { openTab, setTrouble, rows } = await createBrowser();
  const tab = await openTab();
  setTrouble('an answer that is lost');
  await tab.run(fillAndSend);
  expect(tab.page.read()).toMatchObject({ outcome: { kind: 'unreachable' }, values: aoife });
  setTrouble('none');
  await tab.run((page) => page.submit());
  expect([rows().length, tab.page.read().receipt?.reference]).toEqual([1, rows()[0]?.reference]);
});

test('Changed without signal, a claim takes the place of the one that waits', async () => {
  const { openTab, setTrouble, rows } = await createBrowser();
  const tab = await openTab();
  setTrouble('no signal');
  await tab.run(fillAndSend);
  await tab.run((page) => {
    page.fill({ vehicleMake: 'Skoda' });
    return page.submit();
  });
  expect((await readWaiting()).map(({ body }) => JSON.parse(body).formData.vehicleMake)).toEqual(['Skoda']);
  setTrouble('none');
  await tab.run(allSent);
  expect(rows().map(({ form_data: data }) => JSON.parse(data).vehicleMake)).toEqual(['Skoda']);
});

test('The same answers sent in two tabs at one time are one claim: the second waits for the answer to the first', async () => {
  const { openTab, setTrouble, isLockWaitedFor, rows, server } = await createBrowser();
  const [one, other] = [await openTab(), await openTab()];
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const keys: (string | null)[] = [];
  setTrouble(async (request) => {
    keys.push(request.headers.get('idempotency-key'));
    await answered;
    return server(request);
  });
  const sending = [one, other].map((tab) => tab.run(fillAndSend));
  await until('the second tab', () => isLockWaitedFor() || keys.length > 1);
  await until('the first request', () => keys.length > 0);
  expect(keys).toHaveLength(1);
  answer();
  await Promise.all(sending);
  expect([keys.length, new Set(keys).size, rows().length]).toEqual([2, 1, 1]);
  for (const { page } of [one, other]) expect(page.read().receipt?.reference).toBe(rows()[0]?.reference);
});

test.each(['before the server has it', 'before the answer'])(
  'A tab that is closed or reloaded while it sends, %s, leaves the claim to the next page, which has its receipt and an empty form',
  async (moment) => {
    for (const isReloaded of [false, true]) {
      const { openTab, setTrouble, closeTab, rows, server } = await createBrowser();
      setTrouble(async (request) => {
        const answer = moment === 'before the answer' ? await server(request) : Response.error();
        closeTab();
        return answer;
      });
      const session = createWebStorage();
      const closed = await openTab(session);
      await closed.run(fillAndSend);
      setTrouble('none');
      const next = await openTab(isReloaded ? session : createWebStorage());
      await next.run(allSent);
      expect(rows()).toHaveLength(1);
      expect(next.page.read()).toMatchObject({ receipt: { reference: rows()[0]?.reference }, values: { firstName: '' } });
    }
  },
);

test('A tab that slept while another one sent its claim shows the receipt with its link, and after that neither it nor another shows it', async () => {
  const { openTab, setTrouble, rows } = await createBrowser();
  const session = createWebStorage();
  setTrouble('no signal');
  await (await openTab(session)).run(fillAndSend);
  setTrouble('none');
  await (await openTab()).run(allSent);
  const woken = await openTab(session);
  const first = rows()[0]?.reference;
  expect(woken.page.read().receipt).toMatchObject({ reference: first, link: expect.stringContaining('/your-claim/') });
  await woken.run((page) => {
    page.fill({ ...aoife, vehicleReg: 'AB12 CDE' });
    return page.submit();
  });
  const second = rows()[1]?.reference;
  const reloaded = await openTab(session);
  const later = await openTab();
  expect([reloaded.page.read().receipt?.reference, later.page.read().receipt]).toEqual([second, null]);
});

test('Returned to by Back, the page that answered a post, and answers it again as a repeat, has the private link still', async () => {
  const { tab } = await createBrowser();
  const session = createWebStorage();
  const first = { kind: 'accepted' as const, reference: '7F4M-9TQX', createdAt: 0, link: `${deviceOrigin}/your-claim/token` };
  // Our server tells it the first time only.
  for (const posted of [first, { ...first, link: null }]) {
    const page = await openTestPage(claim);
    await tab(() => page.attach(posted), undefined, session);
    expect(page.read()).toMatchObject({ receipt: first, outcome: first });
    expect(session.getItem('receipt:claim')).toContain(first.link);
  }
});

test('Ten minutes after its receipt was shown, the private link is kept no longer', async () => {
  const { openTab, setTrouble } = await createBrowser();
  const tab = await openTab();
  setTrouble('no signal');
  await tab.run(fillAndSend);
  setTrouble('none');
  await tab.run(allSent);
  const link = String(tab.page.read().receipt?.link);
  expect(link).toContain('/your-claim/');
  expect(JSON.stringify(await readWaiting())).toContain(link);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * minute);
  await openTab();
  await until('the end of the link', async () => !JSON.stringify(await readWaiting()).includes(link));
  vi.restoreAllMocks();
});

test.each(['at once', 'after it waited'])(
  'Sent %s, the device has only a digest of the answers, and the receipt, with the times of the server',
  async (when) => {
    const { openTab, setTrouble, localStorage, rows } = await createBrowser();
    const session = createWebStorage();
    const tab = await openTab(session);
    const kept = async () => JSON.stringify([session, localStorage, await readWaiting()]);
    if (when === 'after it waited') setTrouble('no signal');
    await tab.run(fillAndSend);
    setTrouble('none');
    await tab.run(allSent);
    const typed = [aoife.phone, aoife.email, aoife.firstName, aoife.address].map(String);
    // The receipt is shown before the device has noted everything.
    await until('a device without what was typed', async () => {
      const left = await kept();
      return !typed.some((value) => left.includes(value));
    });
    const receipt = JSON.parse(session.getItem('receipt:claim') ?? '');
    expect(Object.keys(receipt).toSorted()).toEqual(['createdAt', 'dueAt', 'emailed', 'kind', 'link', 'reference']);
    // The device's clock may be wrong.
    expect([receipt.createdAt, receipt.dueAt]).toEqual([rows()[0]?.created_at, rows()[0]?.due_at]);
  },
);

async function fillAndSend(page: TestPage): Promise<void> {
  page.fill(aoife);
  await page.submit();
}

async function createBrowser() {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const browser = createConnectedDevice(app);
  return {
    ...browser,
    rows: app.rows,
    /** Opens a page with the claim form. */
    openTab: async (session = createWebStorage()) => {
      const page = await openTestPage(claim);
      const run = (act: (page: TestPage) => Promise<unknown>) => browser.tab(() => act(page), undefined, session);
      await run((page) => page.attach());
      return { page, run };
    },
  };
}
