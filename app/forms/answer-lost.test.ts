// Protects: an accident is one claim where the server has it and its answer was lost, whatever is edited, reloaded or continued after that.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { roadside } from '#forms/roadside.ts';
import { createConnectedBrowser } from '#testing/connected-browser.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { allSent, type TestPage } from '#testing/open-test-page.ts';
import { createWebStorage } from '#testing/web-storage.ts';

test('Edited after the answer was lost, a start at the roadside is one claim, with the other words as a message', async () => {
  const { inTab, setTrouble, rows, messages } = await createConnectedBrowser();
  await inTab(roadside, async (page) => {
    setTrouble('an answer that is lost');
    page.fill(idris);
    await page.submit();
    page.fill({ locationOfAccident: 'A13 near Renwick Road, by the bridge' });
    await page.submit();
    expect(page.read().outcome?.kind).toBe('unreachable');
    setTrouble('none');
    await allSent(page);
    expect(page.read().receipt?.reference).toBe(rows()[0]?.reference);
  });
  expect(rows()).toHaveLength(1);
  expect(messages()).toEqual(['At the roadside, Where did it happen?\nA13 near Renwick Road, by the bridge']);
});

test('After a reload, and without signal when it was edited, a claim is one all the same', async () => {
  const { inTab, setTrouble, rows, messages } = await createConnectedBrowser();
  const session = createWebStorage();
  setTrouble('an answer that is lost');
  await inTab(claim, (page) => fillAndSend(page), session);
  setTrouble('no signal');
  await inTab(
    claim,
    async (page) => {
      page.fill({ vehicleMake: 'Skoda' });
      await page.submit();
      setTrouble('none');
      await allSent(page);
    },
    session,
  );
  expect(rows()).toHaveLength(1);
  expect(messages()).toEqual(['On the claim form, Make\nSkoda']);
});

test('A is stored and its answer lost, B fails, C is accepted: they are one claim', async () => {
  const { inTab, setTrouble, rows } = await createConnectedBrowser();
  await inTab(claim, async (page) => {
    setTrouble('an answer that is lost');
    await fillAndSend(page);
    setTrouble('a server that is busy');
    page.fill({ vehicleMake: 'Skoda' });
    await page.submit();
    setTrouble('none');
    page.fill({ vehicleMake: 'Seat' });
    await page.submit();
    expect(page.read().outcome?.kind).toBe('accepted');
    await allSent(page);
  });
  expect(rows()).toHaveLength(1);
});

test('Where the answer to the start at the roadside was lost, the claim form is saved into it', async () => {
  const { inTab, setTrouble, rows } = await createConnectedBrowser();
  setTrouble('an answer that is lost');
  await inTab(roadside, async (page) => {
    page.fill(idris);
    await page.submit();
  });
  setTrouble('none');
  await inTab(claim, async (page) => {
    page.fill({
      ...aoife,
      phone: idris.phone ?? '',
      dateOfAccident: '2026-11-20',
      locationOfAccident: idris.locationOfAccident ?? '',
    });
    await page.submit();
    expect(page.read().outcome?.kind).toBe('accepted');
  });
  expect(rows().map(({ form_data }) => JSON.parse(form_data))).toMatchObject([{ name: idris.name, lastName: aoife.lastName }]);
});

test('Changed while it was sent again by itself, and taken back after that, it is the same claim', async () => {
  const { inTab, setTrouble, rows, messages } = await createConnectedBrowser();
  await inTab(claim, async (page) => {
    setTrouble('an answer that is lost');
    await fillAndSend(page);
    page.fill({ vehicleMake: 'Seat' });
    setTrouble('none');
    await allSent(page);
    expect(page.read()).toMatchObject({ outcome: { kind: 'accepted' }, draft: { kind: 'cleared' } });
    await page.undo();
    await page.submit();
  });
  expect([rows().length, messages()]).toEqual([1, ['On the claim form, Make\nSeat']]);
});

test('A form that was cleared begins another claim', async () => {
  const { inTab, setTrouble, rows } = await createConnectedBrowser();
  await inTab(claim, async (page) => {
    setTrouble('an answer that is lost');
    await fillAndSend(page);
    await page.clear();
    setTrouble('none');
    page.fill({ ...aoife, vehicleReg: 'AB12 CDE' });
    await page.submit();
    await allSent(page);
  });
  expect(rows()).toHaveLength(2);
});

async function fillAndSend(page: TestPage): Promise<void> {
  page.fill(aoife);
  await page.submit();
  expect(page.read().outcome).toMatchObject({ kind: 'unreachable', waitsAs: expect.any(String) });
}
