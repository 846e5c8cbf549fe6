// Protects: the roadside page works in each of its languages.
import { expect, test } from 'vitest';
import { english } from '#content/roadside/en.ts';
import { languages } from '#content/roadside/languages.ts';
import { polish } from '#content/roadside/pl.ts';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { readStore } from '#testing/read-store.ts';
import { axeViolations, axeViolationsDark, horizontalOverflow } from './harness/axe-violations.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const translations = languages
  .filter(({ code }) => code !== 'en')
  .map(({ code, englishName, name }) => [code, englishName, name] as const);

test.each(translations)(
  '%s: has its language and direction, no violations at 320 px, and fits one congestion window',
  async (code) => {
    const path = `/roadside?lang=${code}`;
    const page = await journey.visit(path, { viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
    const main = page.locator('.roadside');
    expect(await page.locator('html').getAttribute('lang')).toBe(code);
    expect(await main.evaluate((element) => getComputedStyle(element).direction)).toBe(translationOf(code)?.dir);
    expect(await page.getByRole('contentinfo').getAttribute('lang')).toBe('en-GB');
    const terms = page.locator('.lead-form p').filter({ has: page.getByRole('link', { name: site.helpline.display }) });
    expect(await terms.textContent(), 'before the button').toContain(String(site.claimTargetHours));
    expect(await terms.getByRole('link').getAttribute('dir')).toBe('ltr');
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await axeViolations(page), 'by light').toEqual([]);
    expect(await axeViolationsDark(page), 'by dark').toEqual([]);
    const { bytes } = await journey.product.request(path, { headers: { 'Accept-Encoding': 'br' } });
    expect(bytes.length).toBeLessThanOrEqual(14 * 1024);
  },
);

test.each(translations)(
  '%s: without JavaScript the form stays in its language, and the team is told %s',
  async (code, englishName, ownName) => {
    const page = await journey.visit('/roadside', { javaScriptEnabled: false });
    await page.getByRole('link', { name: ownName }).click();
    await page.waitForURL(`**/roadside?lang=${code}`);
    const name = `Nadia ${englishName}`;
    await fill(page, { name, phone: '07700 900808', locationOfAccident: 'A406', descriptionOfAccident: '', consent: 'yes' });
    await submit(page);
    const receipt = page.locator('.receipt');
    await receipt.waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(code);
    expect(await receipt.textContent()).not.toContain('We will call you');
    expect(await receipt.textContent()).toContain('07700 900808');
    const email = await journey.mailbox.waitForEmail((one) => one.subject?.includes(name) ?? false);
    expect(email.text).toContain(`Language of the page: ${englishName}`);
  },
);

test('the language is sent with JavaScript too, and is remembered by the address alone', async () => {
  const page = await journey.visit('/roadside?lang=pl');
  await fill(page, {
    name: 'Iwona by script',
    phone: '07700 900707',
    locationOfAccident: 'A13',
    descriptionOfAccident: '',
    consent: 'yes',
  });
  await submit(page);
  await page.getByRole('heading', { name: polish.form?.texts['We have your claim'] ?? '' }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Wypadek przed chwilą? Zacznij tutaj.');
  const row = readStore(journey.product).submissions.find(({ form_data }) => form_data.name === 'Iwona by script');
  expect(row?.form_data.language).toBe('pl');

  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await page.waitForURL('**/faq');
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en-GB');
  await page.goBack();
  await page.getByRole('heading', { name: polish.page.heading }).waitFor();
  await page.goto(`${journey.product.url}/roadside`);
  await page.getByRole('heading', { name: english.page.heading }).waitFor();
});

test('what is no language of the page is the page in English', async () => {
  const english = (await journey.product.request('/roadside')).text;
  for (const query of ['?lang=xx', '?lang=', '?lang=en', '?utm_source=x', '?lang=__proto__'])
    expect((await journey.product.request(`/roadside${query}`)).text, query).toBe(english);
  expect((await journey.product.request('/roadside?utm_source=x&lang=pl')).text).toContain('<html lang="pl"');
});

test('a phone’s header and the homepage lead to it in one row, beside the calls to action', async () => {
  const page = await journey.visit('/', { viewport: { width: 320, height: 640 } });
  const bar = page.locator('.top-bar');
  expect((await bar.boundingBox())?.height).toBeLessThan(60);
  await page.getByRole('main').getByRole('link', { name: 'Start here.' }).waitFor();
  await bar.getByRole('link', { name: 'Just happened?' }).click();
  await page.getByRole('heading', { name: english.page.heading }).waitFor();
  await page.waitForURL('**/roadside');
});
