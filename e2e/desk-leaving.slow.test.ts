// Protects: closing an account hands its open claims over.
import { expect, test } from 'vitest';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { closeClaim, setupDeskJourney } from './harness/desk-setup.ts';
import { createStaff } from './harness/staff-template.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

test.each([true, false])(
  'closing an account asks who takes over its open claims, and former staff stay in the filter (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const kim = await createStaff(
      journey.product,
      `kim-${javaScriptEnabled}@kerbside.example`,
      'handler',
      `Kim Park ${javaScriptEnabled}`,
    );
    const ids = [];
    for (const claim of [aoife, bo, lukasz]) ids.push(await send({ ...claim, additionalInfo: `leaving ${javaScriptEnabled}` }));
    const page = await open('/desk/all', desk.owner, { javaScriptEnabled });
    for (const id of ids) {
      await page.goto(`${journey.product.url}/desk/submissions/${id}`);
      await page.getByLabel('Assigned to').selectOption({ label: kim.staff.name });
      await page.getByRole('button', { name: 'Assign', exact: true }).click();
      await page.getByText(`Assigned to ${kim.staff.name}.`, { exact: true }).waitFor();
    }
    await page.goto(`${journey.product.url}/desk/submissions/${ids[2]}`);
    await closeClaim(page);
    await page.getByText('Closed.', { exact: true }).waitFor();

    await page.goto(`${journey.product.url}/desk/staff`);
    const kims = page.getByRole('listitem').filter({ hasText: kim.staff.email });
    await kims.getByText('Close the account…').click();
    await kims.getByLabel('Their 2 open claims go to').selectOption({ label: 'Hana Novak' });
    await kims.getByRole('button', { name: 'Close the account' }).click();
    await page.getByText('The account is closed').waitFor();
    const assignedTo = (id: string | undefined) => readStore(journey.product).submissions.find((row) => row.id === id);
    expect(ids.map((id) => assignedTo(id))).toMatchObject([
      { assigned_to: desk.handler.staff.id },
      { assigned_to: desk.handler.staff.id },
      { assigned_to: kim.staff.id },
    ]);

    await page.goto(`${journey.product.url}/desk/all`);
    await page.getByText('Narrow the list').click();
    await page.getByLabel('Assigned to').selectOption({ label: `${kim.staff.name} (left)` });
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL((url) => url.searchParams.get('assigned') === kim.staff.id);
    await expect.poll(() => page.locator('a.inbox-row-name').allInnerTexts()).toEqual(['Łukasz Świątek-Żółkiewski']);
    await page.locator('a.inbox-row-name').click();
    await page.getByRole('heading', { level: 1, name: 'Łukasz' }).waitFor();
    expect(await page.getByLabel('Assigned to').locator('option:checked').textContent()).toBe(`${kim.staff.name} (left)`);

    await page.goto(`${journey.product.url}/desk/all?assigned=${desk.handler.staff.id}`);
    expect(await page.getByLabel('Assigned to').locator('option:checked').textContent()).toBe('Hana Novak');
    expect(await page.locator('a.inbox-row-name').count()).toBeGreaterThanOrEqual(2);
  },
);
