// Protects: the focus never falls to the body in any state of a form, and no part of a form moves or covers another.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { noticesReady, ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { endpoint, ownAnswer, panelOf, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|status of (409|422|429|503)/;
const phone = { viewport: { width: 375, height: 667 }, expected };

const sender = { name: 'Mo', email: 'mo.focus@example.com' };
const forms = [
  ['/make-a-claim', { ...aoife, lastName: 'Focus' }],
  ['/roadside', { name: 'Focus', phone: '07700 900556', locationOfAccident: 'M25 J27', consent: 'yes' }],
  ['/contact', { ...sender, phone: '', subject: 'Focus', message: 'Please call.' }],
  ['/partners', { companyName: 'Focus Ltd', contactName: 'Mo', email: 'mo.focus@example.com', businessType: 'Other' }],
] as const;

test.each(forms)('%s: whatever is pressed, the focus stays in the page', async (path, answers) => {
  const page = await noticesReady(await journey.visit(path, phone));
  const press = async (name: string) => {
    const button = page.locator('main').getByRole('button', { name, exact: true });
    await button.focus();
    await button.press('Enter');
  };
  const keepsFocus = async (state: string) =>
    expect.poll(() => page.evaluate(focusProblem), { message: `the focus: ${state}` }).toBe(null);
  await fill(page, answers);
  await waitingLoaded(page);
  await press('Clear this form');
  await keepsFocus('cleared');
  await press('Undo');
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await keepsFocus('undone');
  if (path === '/roadside') {
    await page
      .getByLabel('Photographs (optional)')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() });
    await press('Remove a.jpg');
    await page.getByRole('button', { name: 'Remove a.jpg' }).waitFor({ state: 'detached' });
    await keepsFocus('a photograph removed');
  }
  const held: (() => Promise<void>)[] = [];
  await page.route(endpoint, (route) => void held.push(() => route.abort('connectionreset')));
  const button = page.locator('.form-submit');
  await button.focus();
  await button.press('Enter');
  await expect.poll(() => held.length).toBe(1);
  expect(await button.evaluate((one) => one === document.activeElement && one.getAttribute('aria-disabled'))).toBe('true');
  // Neither a second key nor a second tap sends it again.
  await button.press('Enter');
  await page.locator('main [required]').first().press('Enter');
  await button.focus();
  expect(held).toHaveLength(1);
  await held[0]?.();
  await panelOf(page).waitFor();
  await keepsFocus('not sent');
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.unroute(endpoint);
  await page.route(endpoint, (route) => route.abort('connectionreset'));
  await press('Do not send it');
  await keepsFocus('asked whether to delete it');
  await press('No, keep it');
  await keepsFocus('kept');
  await press('Do not send it');
  await press('Yes, delete it');
  await panelOf(page).waitFor({ state: 'detached' });
  await keepsFocus('deleted');
  await page.keyboard.press('Tab');
  await keepsFocus('one step on');
  await page.unroute(endpoint);
  if (path === '/make-a-claim') {
    await page.route(endpoint, (route) => route.fulfill(ownAnswer(409, { message: 'The same?', question: 'same-accident' })));
    await submit(page);
    await page.getByText('The same?').first().waitFor();
    await keepsFocus('a question');
    await page.unroute(endpoint);
    await press('No, this is another accident');
  } else await submit(page);
  await page.locator('.receipt').waitFor();
  await keepsFocus('accepted');
  expect(await page.locator('.receipt').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
});

test('The notice of success leaves the headline of the receipt in view, and that of a failure the reason beside the button', async () => {
  for (const viewport of [phone.viewport, { width: 768, height: 1024 }, { width: 1280, height: 720 }]) {
    const page = await noticesReady(await journey.visit('/contact', { viewport, expected }));
    const message = { ...sender, phone: '', message: 'Please call.' };
    await fill(page, { ...message, subject: `Headline ${viewport.width}` });
    await submit(page);
    await page.locator('.notice-good').waitFor();
    const good = await boxOf(page, '.notice');
    const headline = await boxOf(page, '.receipt h2');
    for (const box of [headline, await boxOf(page, '.receipt-reference')])
      expect(box.bottom <= good.top || box.right <= good.left, `${viewport.width}`).toBe(true);
    expect(headline.top).toBeGreaterThanOrEqual((await boxOf(page, '.site-header')).bottom);

    await page.route(endpoint, (route) => route.abort('connectionreset'));
    await fill(page, { ...message, subject: `Reason ${viewport.width}` });
    await submit(page);
    await page.locator('.notice-destructive').waitFor();
    await panelOf(page).getByText('Waiting to be sent: your message.').waitFor();
    const notice = await boxOf(page, '.notice-destructive');
    const isClear = ({ top, bottom }: Awaited<ReturnType<typeof boxOf>>) =>
      top >= notice.bottom ? bottom <= viewport.height : top >= 0 && bottom <= notice.top;
    await expect.poll(() => boxOf(page, '.send-state p:not([role])').then(isClear), { message: `${viewport.width}` }).toBe(true);
  }
});

test('A warning, a hint or an error at one field of a row moves nothing of the other, and both are aligned', async () => {
  const page = await journey.visit('/make-a-claim', { viewport: { width: 1280, height: 900 } });
  const rows = async () => {
    const fields = await page.locator('.field-half').evaluateAll((all) =>
      all.map((one) => {
        const [control, label] = [one.querySelector('.input'), one.querySelector('label')].map((part) =>
          part?.getBoundingClientRect(),
        );
        return {
          row: Math.round(one.getBoundingClientRect().top + scrollY),
          control: Math.round((control?.top ?? 0) + scrollY),
          label: Math.round((label?.top ?? 0) + scrollY),
        };
      }),
    );
    return Object.values(Object.groupBy(fields, ({ row }) => row));
  };
  const before = await rows();
  expect(before.some((row) => row?.length === 2)).toBe(true);
  await page.locator('[name="vehicleYear"]').fill('1200');
  await page.locator('[name="dateOfAccident"]').fill('2099-01-01');
  await page.locator('[name="vehicleReg"]').focus();
  await page.getByText('That is an unusual year').waitFor();
  await page.getByText('That date is in the future').waitFor();
  const after = await rows();
  expect(after.map((row) => row?.length)).toEqual(before.map((row) => row?.length));
  for (const row of after) {
    expect(new Set(row?.map(({ control }) => control)).size).toBe(1);
    expect(new Set(row?.map(({ label }) => label)).size).toBe(1);
  }
  // The row itself is where it was, apart from what warnings above it take.
  const gap = (row: (typeof after)[number]) => (row?.[0]?.control ?? 0) - (row?.[0]?.row ?? 0);
  for (const [index, row] of after.entries()) expect(Math.abs(gap(row) - gap(before[index]))).toBeLessThanOrEqual(1);
});

test('The progress marks the section on the screen, and with seven sections covers no headline', async () => {
  for (const viewport of [
    { width: 768, height: 1024 },
    { width: 1280, height: 800 },
  ]) {
    const page = await journey.visit('/make-a-claim', { viewport });
    const links = page.getByRole('navigation', { name: 'Sections of this form' }).getByRole('link');
    for (const index of [3, 1, 5]) {
      await page
        .locator(`#claim-section-${index + 1}`)
        .evaluate((one) => one.scrollIntoView({ block: 'start', behavior: 'instant' }));
      await expect.poll(() => links.nth(index).getAttribute('aria-current'), { message: `section ${index + 1}` }).toBe('step');
    }
    await page.locator('.form-progress ol').evaluate((list) => list.append(list.lastElementChild?.cloneNode(true) ?? ''));
    expect(await links.count()).toBe(7);
    await links.nth(2).click();
    await page.waitForURL('**#claim-section-3');
    const covered = await boxOf(page, '.form-progress');
    await expect.poll(() => boxOf(page, '#claim-section-3 > legend').then(({ top }) => top >= covered.bottom)).toBe(true);
  }
});

test('A place that is found after the form is gone throws nothing', async () => {
  const page = await journey.newPage();
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (found) => Object.assign(window, { found });
  });
  await page.goto(`${journey.product.url}/roadside`);
  await ready(page);
  const button = page.getByRole('button', { name: 'Use my location' });
  await button.click();
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  // An error in the page fails the test.
  await page.evaluate(() => {
    document.querySelector('#roadside-locationOfAccident')?.remove();
    const { found } = window as unknown as { found: PositionCallback };
    found({ coords: { latitude: 51.5, longitude: 0, accuracy: 5 } } as GeolocationPosition);
  });
});

/** Runs in the page: why nobody can go on from where the focus is; null where somebody can. */
function focusProblem(): string | null {
  const active = document.activeElement;
  if (!active || active === document.body) return 'It is on the body.';
  return active.checkVisibility() ? null : `${active.outerHTML.slice(0, 80)} is not shown.`;
}

function boxOf(page: Page, selector: string): Promise<{ top: number; bottom: number; left: number; right: number }> {
  return page
    .locator(selector)
    .first()
    .evaluate((one) => one.getBoundingClientRect().toJSON());
}

test('a wheel that scrolls the page leaves the year as it was typed', async () => {
  const page = await ready(await journey.visit('/make-a-claim', phone));
  const year = page.getByLabel('Year');
  await year.fill('2021');
  await year.hover();
  await page.mouse.wheel(0, 300);
  await page.mouse.wheel(0, -200);
  await expect.poll(() => year.evaluate((one) => one === document.activeElement)).toBe(false);
  expect(await year.inputValue()).toBe('2021');
});
