// Protects: staff see that a file is infected, and take it away.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eicar, findClamd, startClamd } from '#testing/clamd-server.ts';
import { photograph } from '#testing/fixtures/pictures.ts';
import { until } from '#testing/until.ts';
import { axeViolations, axeViolationsDark } from './harness/axe-violations.ts';
import { sendClaimWith } from './harness/claim-with-files.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const program = findClamd();

describe.runIf(program)('With a virus scan', () => {
  const settings: Record<string, string> = {};
  let clamd: Awaited<ReturnType<typeof startClamd>>;

  beforeAll(async () => {
    clamd = await startClamd(program as string);
    settings.CLAMD_URL = clamd.unix;
  });

  afterAll(() => clamd?.stop());

  const desk = setupDeskJourney(settings);

  test.each([true, false])(
    'staff see what is infected without a link to it, and can take it away (scripts: %s)',
    async (javaScriptEnabled) => {
      const infected = Buffer.concat([await photograph(), Buffer.from(eicar)]);
      const files = { 'infected.jpg': infected, 'clean.jpg': await photograph() };
      const id = await sendClaimWith(desk.journey.product, files, { additionalInfo: `virus, scripts: ${javaScriptEnabled}` });
      const page = await desk.open(`/desk/submissions/${id}`, desk.handler, { javaScriptEnabled });
      const preview = page.locator('.evidence-thumbnail img');
      await until('the scan and a preview', async () => {
        if ((await page.getByText('Eicar').count()) === 1 && (await preview.count()) === 1) return true;
        await page.reload();
        return false;
      });
      const found = page.locator('.callout-danger', { hasText: 'A virus was found' }).filter({ hasText: 'infected.jpg' });
      await found.getByText('Nobody can open or download these. Ask for the file again.').waitFor();
      expect(await page.getByRole('link', { name: /infected/ }).count()).toBe(0);
      if (javaScriptEnabled) expect([...(await axeViolations(page)), ...(await axeViolationsDark(page))]).toEqual([]);
      await until('the alarm', async () => {
        await page.reload();
        return (await page.getByText(/A virus was found in one file of/).count()) === 1;
      });
      await found.locator('summary').click();
      await found.getByRole('button', { name: /^Remove it/ }).click();
      await found.waitFor({ state: 'detached' });
      await page.reload();
      expect(await page.getByText('A virus was found').count()).toBe(0);
      expect(await page.locator('.history').textContent()).toContain('evidence removed');
    },
  );
});
