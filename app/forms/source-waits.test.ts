// Protects: who sent a visitor is sent with the form, also from what waits on the device, of which nothing of it is left after that.
import { expect, test } from 'vitest';
import { readWaiting } from '#app/waiting/waiting-store.ts';
import { claim } from '#forms/claim.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { allSent, openTestPage, type TestPage } from '#testing/open-test-page.ts';

const via = 'Northside Garage';

async function openTab() {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const browser = createConnectedDevice(app);
  const page = await openTestPage(claim);
  const run = (act: (page: TestPage) => Promise<unknown>) => browser.tab(() => act(page));
  await run((page) => page.attach());
  const sources = () => app.sqlite.prepare('select via from form_submissions').all();
  /** Everything that the device has stored, as text. */
  const stored = async () => {
    let areas: unknown;
    await run(async () => {
      areas = [window.localStorage, window.sessionStorage].map((area) =>
        Array.from({ length: area.length }, (_, index) => area.getItem(area.key(index) ?? '')),
      );
    });
    expect(JSON.stringify(areas)).toContain('digest');
    return JSON.stringify([areas, await readWaiting()]);
  };
  return { ...browser, run, sources, stored };
}

/** The box of the note above the form is one of the form's controls. */
const send = (page: TestPage, boxes: Record<string, string> = { via }) => {
  page.fill({ ...aoife, ...boxes });
  return page.submit();
};

test('a form that is sent has it, and nothing of it is on the device', async () => {
  const { run, sources, stored } = await openTab();
  await run((page) => send(page));
  expect(sources()).toEqual([{ via }]);
  expect(await stored()).not.toContain(via);
});

test('what waits for signal has it, and once that is sent nothing of it is left', async () => {
  const { run, sources, stored, setTrouble } = await openTab();
  setTrouble('no signal');
  await run((page) => send(page));
  expect((await readWaiting()).map(({ body }) => JSON.parse(body).via)).toEqual([via]);
  setTrouble('none');
  await run(allSent);
  expect(sources()).toEqual([{ via }]);
  expect(await stored()).not.toContain(via);
});

test('taken away before it is sent again, it is gone from what waits', async () => {
  const { run, sources, stored, setTrouble } = await openTab();
  setTrouble('no signal');
  await run((page) => send(page));
  await run((page) => send(page, { via: '' }));
  expect(await stored()).not.toContain(via);
  setTrouble('none');
  await run(allSent);
  expect(sources()).toEqual([{ via: null }]);
});
