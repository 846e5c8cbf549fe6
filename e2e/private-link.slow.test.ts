// Protects: the private link is on the receipt and in the e-mail, and stays in its tab.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { axeViolations, axeViolationsDark, horizontalOverflow } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

const linkName = 'Your claim: add photographs, see what happens next';
const wide = { width: 1280, height: 800 };
const narrow = { width: 320, height: 640 };

async function sendClaim(page: Page, email: string): Promise<string> {
  await fill(page, { ...aoife, email });
  await submit(page);
  return (await page.getByRole('link', { name: linkName }).getAttribute('href')) ?? '';
}

describe('the private link', () => {
  const journey = setupJourney();
  // The address has a domain of its own, because a domain that other journeys use too gets ten acknowledgements a day.
  const emailTo = (address: string) => journey.mailbox.waitForEmail(({ envelope }) => envelope.to[0] === address);

  test('is on the receipt, to copy, to send oneself by SMS and to print, and comes by email', async () => {
    const page = await journey.visit('/make-a-claim');
    const link = await sendClaim(page, 'aoife.link@private-link.example');
    expect(link).toMatch(new RegExp(`^${journey.product.url}/your-claim/[\\w-]{40}$`));
    expect(await page.locator('.receipt').textContent()).toContain(
      'We also email it. If nothing comes in an hour, or we are late, call us.',
    );

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const sms = await page.getByRole('link', { name: 'Text it to yourself' }).getAttribute('href');
    expect(sms).toBe(`sms:?&body=${encodeURIComponent(link)}`);
    expect(await axeViolations(page)).toEqual([]);
    expect(await axeViolationsDark(page)).toEqual([]);
    for (const viewport of [narrow, wide]) {
      await page.setViewportSize(viewport);
      expect(await horizontalOverflow(page), `sideways scroll at ${viewport.width} px`).toEqual([]);
    }
    await page.emulateMedia({ media: 'print' });
    const printed = await page.getByRole('link', { name: linkName }).evaluate((one) => getComputedStyle(one, '::after').content);
    expect(printed).toContain(link);
    for (const name of ['Copied', 'Text it to yourself']) expect(await page.getByText(name).isVisible(), name).toBe(false);

    const email = await emailTo('aoife.link@private-link.example');
    expect(email.text).toContain(link);
    expect(email.from?.name).toBe(site.brand);
  });

  test('stays with the receipt in its tab, and in no other', async () => {
    const page = await journey.visit('/make-a-claim');
    const link = await sendClaim(page, 'aoife.tab@private-link.example');
    await page.reload();
    await ready(page);
    expect(await page.getByRole('link', { name: linkName }).getAttribute('href')).toBe(link);
    const kept = await page.evaluate(() => [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]);
    expect(kept.map((one) => one.includes('your-claim'))).toEqual([false, true]);
    const other = await page.context().newPage();
    await other.goto(`${journey.product.url}/make-a-claim`);
    await ready(other);
    expect(await other.getByRole('link', { name: linkName }).count()).toBe(0);
  });

  test('is on the receipt without JavaScript, and in its email', async () => {
    const page = await journey.visit('/make-a-claim', { javaScriptEnabled: false, viewport: narrow });
    const link = await sendClaim(page, 'aoife.plain@private-link.example');
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Print this' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Text it to yourself' }).waitFor();
    expect((await emailTo('aoife.plain@private-link.example')).text).toContain(link);
    await page.getByRole('link', { name: linkName }).click();
    await page.waitForURL(`${journey.product.url}/your-claim`);
  });
});
