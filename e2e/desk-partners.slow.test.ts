// Protects: an owner makes a link for a partner with a card to print, and claims that come by it are shown and counted as theirs.
import { expect, test } from 'vitest';
import { money } from '#content/money.ts';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { expectAccessibleAtBothWidths } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';
import { fill, submit } from './harness/fill.ts';

const desk = setupDeskJourney();

test('from the card of a partner to the report: added, printed, followed, renamed and ended', async () => {
  const page = await desk.open('/desk/partner-links', desk.owner, { expected: /status of 4(?:22|04)/ });
  await page.getByLabel('Name').fill('Kwik Cars');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByText('The partner has a link now.').waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('link', { name: /Link, QR code and card/ }).click();
  await page.getByRole('heading', { name: 'Card of Kwik Cars' }).waitFor();
  await page.reload();
  const link = (await page.getByRole('link', { name: /\/r\/[A-Z0-9]{6}$/ }).getAttribute('href')) ?? '';
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect([pdf.match(/\/Type \/Page\b/g)?.length, pdf.match(/\/MediaBox \[[^\]]*\]/)?.[0]]).toEqual([
    1,
    expect.stringMatching(/\[0 0 59[456][.\d]* 84[12][.\d]*\]/),
  ]);
  await expectAccessibleAtBothWidths(page);

  const visitor = await desk.journey.newPage();
  await visitor.goto(link);
  await visitor.getByText(`You were sent by Kwik Cars. ${money.introducers ?? ''}`.trim(), { exact: true }).waitFor();
  await ready(visitor);
  await expectAccessibleAtBothWidths(visitor);
  await fill(visitor, aoife);
  await submit(visitor);
  await visitor.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  await desk.send(bo);

  await page.goto(`${desk.journey.product.url}/desk/partner-links`);
  await page.getByText('Change the name…').click();
  await page.getByRole('listitem').getByLabel('Name').fill('Quick Cars');
  await page.getByRole('button', { name: /^Change the name/ }).click();
  await page.getByText('The name is changed').waitFor();
  await page.goto(`${desk.journey.product.url}/desk/sources`);
  await page.getByRole('row', { name: /^Quick Cars 1 1 0/ }).waitFor();
  await page.getByRole('row', { name: /^Not known 1 1 0/ }).waitFor();
  await expectAccessibleAtBothWidths(page);
  const csv = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  expect((await csv).suggestedFilename()).toMatch(/^sources-[\d-]+\.csv$/);
  await page.goto(`${desk.journey.product.url}/desk/all`);
  await page
    .getByRole('link', { name: /O'Neil/ })
    .first()
    .click();
  await page.getByText('sent by Quick Cars').waitFor();

  await page.goto(`${desk.journey.product.url}/desk/partner-links`);
  await page.getByText('End the link…').click();
  await page.getByRole('button', { name: /^End the link/ }).click();
  await page.getByText('The link has ended.').waitFor();
  await visitor.goto(link);
  await visitor.getByRole('heading', { level: 1 }).waitFor();
  expect(await visitor.locator('[name="via"]').count()).toBe(0);
});

test('a handler sees where claims come from, and no partners', async () => {
  const page = await desk.open('/desk/sources', desk.handler, { expected: /status of 403/ });
  await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
  expect(await page.getByRole('link', { name: /Partner links/ }).count()).toBe(0);
  await page.goto(`${desk.journey.product.url}/desk/partner-links`);
  await page.getByRole('heading', { name: 'That is for owners' }).waitFor();
});
