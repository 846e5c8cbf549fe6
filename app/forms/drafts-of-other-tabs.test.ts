// Protects: a draft that was ended stays so, and what is typed in one tab is overwritten by no other.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { openTestPage, type TestPage } from '#testing/open-test-page.ts';
import { createWebStorage } from '#testing/web-storage.ts';

/** Two tabs that have the same draft, and a person who uses the device after that. */

test('Cleared in the tab in which it was typed, a draft that another tab has opened since is on the device no more', async () => {
  const { open, nextPerson } = await createShared();
  const [typing, reading] = [await open(), await open()];
  await typing.act(async (page) => {
    await page.attach();
    page.fill(aoife);
  });
  await reading.act((page) => page.attach());
  await typing.act((page) => page.clear());
  expect(await nextPerson()).toMatchObject({ firstName: '', phone: '' });
});

test('A claim that is deleted in one tab leaves no draft, whatever page another tab shows', async () => {
  const { open, nextPerson, setTrouble } = await createShared();
  const [sending, elsewhere, deleting] = [await open(), await open(), await open()];
  setTrouble('no signal');
  await sending.act((page) => fillAndSend(page));
  await elsewhere.act((page) => page.refresh());
  await deleting.act(async (page) => {
    await page.refresh();
    await page.deleteWaiting();
  });
  for (const one of [elsewhere, sending]) await one.act((page) => page.refresh());
  expect(await nextPerson()).toMatchObject({ firstName: '', phone: '' });
  expect(sending.read()).toMatchObject({ waiting: null, values: { firstName: aoife.firstName } });
});

test('A receipt that another tab shows too leaves what was typed last as it is', async () => {
  const { open, nextPerson, setTrouble } = await createShared();
  const [typing, elsewhere, sending] = [await open(), await open(), await open()];
  setTrouble('no signal');
  await typing.act(async (page) => {
    await fillAndSend(page);
    await page.clear();
    page.fill({ firstName: 'Bo' });
  });
  await elsewhere.act((page) => page.refresh());
  await typing.act(async (page) => page.fill({ firstName: 'Bo Yan' }));
  setTrouble('none');
  await sending.act(async (page) => {
    await page.refresh();
    await page.sendNow();
  });
  await elsewhere.act((page) => page.refresh());
  expect(elsewhere.read().receipt).not.toBeNull();
  expect(await nextPerson()).toMatchObject({ firstName: 'Bo Yan' });
});

async function fillAndSend(page: TestPage): Promise<void> {
  await page.attach();
  page.fill(aoife);
  await page.submit();
  expect(page.read().waiting).not.toBeNull();
}

async function createShared() {
  const { tab, setTrouble } = createConnectedDevice(await createTestApp({ RATE_LIMIT: 'off' }));
  const open = async () => {
    const page = await openTestPage(claim);
    const session = createWebStorage();
    return { read: page.read, act: (act: (page: TestPage) => Promise<void>) => tab(() => act(page), undefined, session) };
  };
  return {
    open,
    setTrouble,
    /** What the form shows in a new tab. */
    nextPerson: async () => {
      const next = await open();
      await next.act((page) => page.attach());
      return next.read().values;
    },
  };
}
