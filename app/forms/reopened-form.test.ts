// Protects: what is typed in a form is not lost when a submission that was refused is opened in it again.
import { expect, test, vi } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { claim } from '#forms/claim.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { deviceOrigin } from '#testing/device.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { openTestPage, type TestPage } from '#testing/open-test-page.ts';
import { until } from '#testing/until.ts';

const errors = { postcode: 'Enter your answer to: Postcode.' };
const refusal = { kind: 'invalid', message: 'Please check your answers.', errors };
const another = { ...aoife, firstName: 'Bronagh', vehicleReg: 'AB12 CDE' };

test('Over another claim that is half typed it is opened only when that is asked for, and what was typed comes back', async () => {
  await withRefused(async (page) => {
    await page.clear();
    page.fill(another);
    await page.reopenWanted();
    expect(page.read().values).toMatchObject(another);
    expect(await page.isInTheWay()).toEqual([true]);
    await page.reopen();
    expect(page.read()).toMatchObject({ values: aoife, outcome: refusal });
    await page.undo();
    expect(page.read()).toMatchObject({ values: another, outcome: null, waiting: null });
  });
});

test('What was typed comes back even once the claim was corrected and accepted, or the form was cleared', async () => {
  for (const end of [
    async (page: TestPage) => {
      page.fill({ postcode: 'IG11 8NW' });
      await page.submit();
      expect(page.read().receipt).not.toBeNull();
    },
    (page: TestPage) => page.clear(),
  ])
    await withRefused(async (page) => {
      await page.clear();
      page.fill(another);
      await page.reopen();
      await end(page);
      expect(page.read().values.firstName).toBe('');
      await page.undo();
      expect(page.read().values).toMatchObject(another);
    });
});

test('Changes of the same claim since it was sent stay, beside what was wrong with it', async () => {
  await withRefused(async (page) => {
    page.fill({ vehicleMake: 'Skoda' });
    expect(await page.isInTheWay()).toEqual([false]);
    await page.reopen();
    expect(page.read()).toMatchObject({ values: { ...aoife, vehicleMake: 'Skoda' }, outcome: refusal, draft: { kind: 'none' } });
  });
});

test('An empty form shows it at once', async () => {
  await withRefused(async (page) => {
    await page.clear();
    expect(await page.isInTheWay()).toEqual([false]);
    await page.reopenWanted();
    expect(page.read()).toMatchObject({ values: aoife, outcome: refusal });
  });
});

/** A page whose claim waited for signal and was then refused. */
async function withRefused(act: (page: TestPage) => Promise<void>): Promise<void> {
  const device = createConnectedDevice(await createTestApp({ RATE_LIMIT: 'off' }));
  vi.stubGlobal('location', new URL(claim.path, deviceOrigin));
  const page = await openTestPage(claim);
  await device.tab(async () => {
    await page.attach();
    device.setTrouble('no signal');
    page.fill(aoife);
    await page.submit();
    const answer = { message: refusal.message, fields: errors };
    device.setTrouble(async () => Response.json(answer, { status: 422, headers: { [answerHeader]: '1' } }));
    await until('the refusal', async () => {
      await page.sendNow();
      return (await page.waiting()).some(({ state }) => state.kind === 'refused');
    });
    device.setTrouble('none');
    await act(page);
  });
}
