// Protects: an owner sees failed jobs and runs them again.
import { afterEach, expect, test } from 'vitest';
import { bo } from '#testing/fixtures/people.ts';
import { axeViolations, horizontalOverflow } from './harness/axe-violations.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

afterEach(() => {
  journey.mailbox.refuse.message = undefined;
});

test.each([true, false])(
  'an owner sees an email that failed with its error, and runs it again (JavaScript: %s)',
  async (javaScriptEnabled) => {
    journey.mailbox.refuse.message = { code: 550, text: '5.1.1 No such mailbox' };
    const firstName = `Ottilie${javaScriptEnabled ? 'One' : 'Two'}`;
    await send({ ...bo, firstName, additionalInfo: 'refused' });
    const page = await open('/desk', desk.owner, { javaScriptEnabled });
    await page.getByRole('navigation', { name: 'Desk' }).getByText('More', { exact: true }).click();
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Background' }).click();
    await page.getByRole('heading', { level: 1, name: 'Background work' }).waitFor();
    const again = page.getByRole('button', { name: /^Run again/ });
    await expect
      .poll(async () => {
        await page.reload();
        return again.count();
      })
      .toBe(1);
    const emails = page.getByRole('region', { name: 'Emails', exact: true });
    expect(await emails.textContent()).toContain('550 5.1.1 No such mailbox');
    for (const name of ['Reminders of response targets', 'Erasing expired data', 'Completing the search index'])
      expect(await page.getByRole('region', { name }).textContent(), name).toContain('Last run');
    if (javaScriptEnabled) {
      expect(await axeViolations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await horizontalOverflow(page), 'sideways scroll at 320 px').toEqual([]);
    }
    journey.mailbox.refuse.message = undefined;
    await again.click();
    await page.getByText('Emails: due now.').waitFor();
    await journey.mailbox.waitForEmail(({ text }) => text?.includes(firstName) ?? false);
    await page.goto(`${journey.product.url}/desk/audit`);
    await page.getByText('job run again').first().waitFor();
  },
);

test('recurring work is run now, and a handler is not shown any of it', async () => {
  const page = await open('/desk/background', desk.owner);
  await page.getByRole('button', { name: /^Run now.*Erasing expired sessions/ }).click();
  await page.getByText('Erasing expired sessions and one-time links: due now.').waitFor();
  const handlers = await open('/desk/background', desk.handler, { expected: /status of 403/ });
  await handlers.getByRole('heading', { name: 'That is for owners' }).waitFor();
  expect(await handlers.getByRole('link', { name: 'Background' }).count()).toBe(0);
});
