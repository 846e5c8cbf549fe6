// Protects: "no, another accident" keeps a claim and its own earlier versions one, and a question holds those back.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { roadside } from '#forms/roadside.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { openTestPage } from '#testing/open-test-page.ts';

/** What is sent after a roadside start from the same browser, of which the server asks whether it is about the same accident. */

const tesco = { ...aoife, phone: idris.phone ?? '', dateOfAccident: '2026-11-10', locationOfAccident: 'Tesco' };

test.each(['an answer that is lost', 'no signal'] as const)(
  'Another accident, of which the first answer was %s, is one claim after it was edited',
  async (trouble) => {
    const { inTab, page, rows, setTrouble } = await openClaimPage();
    await inTab(async () => {
      page.fill(tesco);
      await page.submit();
      expect(page.read().outcome?.kind).toBe('question');
      setTrouble(trouble);
      await page.submit('no');
      expect(page.read().outcome).toMatchObject({ kind: 'unreachable', waitsAs: expect.any(String) });
      setTrouble('none');
      page.fill({ vehicleMake: 'Skoda' });
      await page.submit();
      // The answer was about what was sent with it. The server asks again where it has not got that.
      if (page.read().outcome?.kind === 'question') await page.submit('no');
      expect(page.read().outcome?.kind).toBe('accepted');
      await page.sendNow();
      expect(await page.waiting()).toEqual([]);
    });
    expect(rows().map(({ form_name: name }) => name)).toEqual(['Roadside Start', 'Make a Claim']);
  },
);

test('While the question is shown, an earlier version of the claim is not sent', async () => {
  const { inTab, page, posted, rows, setTrouble } = await openClaimPage();
  await inTab(async () => {
    setTrouble('no signal');
    page.fill({ ...tesco, dateOfAccident: '2026-11-20', locationOfAccident: idris.locationOfAccident ?? '' });
    await page.submit();
    await page.sendNow();
    expect(await page.waiting()).toHaveLength(1);
    setTrouble('none');
    posted.length = 0;
    page.fill({ locationOfAccident: 'Tesco' });
    await page.submit();
    expect(page.read().outcome?.kind).toBe('question');
    await page.sendNow();
    expect(posted.map((body) => JSON.parse(body).formData.locationOfAccident)).toEqual(['Tesco']);
    await page.submit('yes');
    expect(page.read().outcome?.kind).toBe('accepted');
    expect(await page.waiting()).toEqual([]);
  });
  expect(rows()).toHaveLength(1);
});

test('The answer is not that of the next accident', async () => {
  const { inTab, page, posted, setTrouble } = await openClaimPage();
  await inTab(async () => {
    page.fill(tesco);
    await page.submit();
    await page.submit('no');
    expect(page.read()).toMatchObject({ outcome: { kind: 'accepted' }, answered: null });
    setTrouble('none');
    page.fill({ ...tesco, dateOfAccident: '2026-11-01' });
    await page.submit();
    expect(page.read().outcome?.kind).toBe('question');
  });
  const sent = posted.map((body) => JSON.parse(body)).map(({ formName, formData }) => `${formName} ${formData?.dateOfAccident}`);
  const [first, next] = ['Make a Claim 2026-11-10', 'Make a Claim 2026-11-01'];
  expect(sent).toEqual(['Roadside Start undefined', first, first, next]);
});

/** The claim form in a browser in which a claim was begun at the roadside. */
async function openClaimPage() {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const browser = createConnectedDevice(app);
  const start = await openTestPage(roadside);
  await browser.tab(async () => {
    await start.attach();
    start.fill(idris);
    await start.submit();
    expect(start.read().outcome?.kind).toBe('accepted');
    // Left open, it would still look for what waits, at any moment of the test.
    browser.closeTab();
  });
  const page = await openTestPage(claim);
  return {
    ...browser,
    rows: app.rows,
    page,
    inTab: (act: () => Promise<void>) =>
      browser.tab(async () => {
        await page.attach();
        await act();
      }),
  };
}
