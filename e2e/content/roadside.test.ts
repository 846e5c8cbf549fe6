// Protects: a start at the roadside is sent with few taps, with and without JavaScript.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { english } from '#content/roadside/en.ts';
import { languages } from '#content/roadside/languages.ts';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { callLabel, withinTarget } from '#content/stated-hours.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { readStore } from '#testing/read-store.ts';
import { sampled } from '#testing/sampled.ts';
import { ready } from '../harness/browser.ts';
import { fill, readForm, submit } from '../harness/fill.ts';
import { setupJourney } from '../harness/journey.ts';

const journey = setupJourney();
const { language, ...answers } = idris;
const { parts } = english.checklist;
const phone = { viewport: { width: 375, height: 667 }, hasTouch: true };

test.each(
  sampled([
    ['with', true],
    ['without', false],
  ]),
)(
  '%s JavaScript a roadside start is sent, the team is told that it is urgent, and the receipt says who is called',
  async (way, javaScriptEnabled) => {
    const page = await journey.visit('/roadside', { javaScriptEnabled });
    const given = { ...answers, name: `Idris ${way} JavaScript` };
    await fill(page, given);
    await submit(page);
    const receipt = page.locator('.receipt');
    await receipt.waitFor();
    const text = (await receipt.textContent())?.replaceAll(/[\u2066\u2069]/g, '');
    expect(text).toMatch(/We will call you as soon as we can, by \d\d:\d\d.*, \w+day \d+ \w+ at the latest\./);
    expect(text).toContain('We have your phone number as 07700 900606. Wrong? Change it');
    const link = await receipt.getByRole('link', { name: 'Finish your claim' }).getAttribute('href');
    const row = readStore(journey.product).submissions.find(({ form_data }) => form_data.name === given.name);
    expect(row).toMatchObject({ form_name: 'Roadside Start', form_data: { ...given, language } });
    expect(link).toContain(`/your-claim/${row?.reference.replace('-', '')}`);
    const email = await journey.mailbox.waitForEmail((one) => one.subject?.includes(given.name) ?? false);
    expect(email.subject).toBe(`URGENT [Website] Roadside Start: ${given.name}`);
  },
);

test('the first screen of a phone has the call to 999, the first field, and the helpline', async () => {
  const page = await journey.visit('/roadside', phone);
  const seen = (name: string) => page.getByRole('link', { name, exact: true }).first();
  for (const name of [english.emergency.call, callLabel]) {
    const box = await seen(name).boundingBox();
    expect((box?.y ?? 1_000) + (box?.height ?? 0), name).toBeLessThanOrEqual(667);
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  }
  expect(await seen(english.emergency.call).getAttribute('href')).toBe('tel:999');
  expect(await seen(callLabel).getAttribute('href')).toBe(`tel:${site.helpline.tel}`);
  await seen(english.safetyTitle).tap();
  await page.waitForURL('**/roadside#safety');
  expect(await page.getByRole('heading', { name: english.safetyTitle }).isVisible()).toBe(true);
});

test.each(
  sampled(
    languages.map(({ code }) => code),
    2,
  ),
)('%s: who we are and the first field are on the first screen of a phone, under the call to 999', async (code) => {
  const page = await journey.visit(`/roadside?lang=${code}`, phone);
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { y: 0, height: 10_000 };
  const [field, bar, call] = [await top('[name="name"]'), await top('.mobile-action-bar'), await top('[href="tel:999"]')];
  expect(field.y + field.height).toBeLessThanOrEqual(bar.y);
  const { who } = textsFor(new Request(page.url()));
  const identity = (await page.getByText(who).boundingBox()) ?? { y: 10_000, height: 0 };
  expect(identity.y + identity.height).toBeLessThanOrEqual(field.y);
  expect(call.y + call.height).toBeLessThan(field.y);
  const [list, button] = [await top('[data-tick]'), await top('.form-submit')];
  expect(list.y).toBeGreaterThan(button.y + button.height);
});

test('a phone takes a photograph by one tap, and it goes with the form', async () => {
  const page = await journey.visit('/roadside', phone);
  const camera = page.getByLabel(english.photographs.camera);
  expect(await camera.getAttribute('capture')).toBe('environment');
  const box = await page.locator('.camera-button').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await camera.setInputFiles({ name: 'camera.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() });
  await page.getByText('1 photograph will be sent with it.').waitFor();
});

test('without an email address the receipt first offers to text the private link to oneself', async () => {
  const page = await journey.visit('/roadside', { javaScriptEnabled: false });
  await fill(page, { ...answers, name: 'Text First' });
  await submit(page);
  const links = await page.locator('.receipt a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links[0]).toMatch(/^sms:\?&body=.*your-claim/);
  expect(links[1]).toContain('/your-claim/');
});

test('before the button it says by when we call, and whom to call instead', async () => {
  const page = await journey.visit('/roadside', { javaScriptEnabled: false });
  const terms = page.locator('.lead-form p', { hasText: english.terms });
  expect(english.terms).toContain(withinTarget);
  expect(await terms.textContent()).toContain(`${english.terms} ${site.helpline.display}.`);
  expect(await terms.evaluate((element) => element.nextElementSibling?.querySelector('button')?.type)).toBe('submit');
});

test.each(sampled([true, false]))(
  'a wrong phone number is put right from the receipt (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const page = await journey.visit('/roadside', { javaScriptEnabled });
    const name = `Wrong number ${javaScriptEnabled}`;
    await fill(page, { ...answers, name, phone: '12' });
    if (javaScriptEnabled) {
      await page.locator('[name="name"]').focus();
      await page.getByText('We may not be able to call this number.').waitFor();
    }
    await submit(page);
    await page.getByRole('link', { name: 'Wrong? Change it' }).click();
    await page.waitForURL('**/your-claim#phone');
    await page.getByLabel('Your number').fill('07700 900909');
    await page.getByRole('button', { name: 'Save this number' }).click();
    await page.getByText('Saved. We call you on this number from now on.').waitFor();
    const row = readStore(journey.product).submissions.find(({ form_data }) => form_data.name === name);
    expect(row?.form_data.phone).toBe('07700 900909');
  },
);

test('ticks are kept through a reload and a page change, and are not sent', async () => {
  const page = await journey.visit('/roadside');
  const stop = page.getByRole('checkbox', { name: parts.law.items.stop });
  await stop.check();
  await page.getByRole('checkbox', { name: english.safety.hazardLights }).check();
  await page.reload();
  await expect.poll(() => stop.isChecked()).toBe(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { level: 1, name: pages.faq.heading }).waitFor();
  await page.goBack();
  await expect.poll(() => stop.isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: parts.notes.items.witnesses }).isChecked()).toBe(false);
  await stop.uncheck();
  await page.reload();
  await expect.poll(() => page.getByRole('checkbox', { name: english.safety.hazardLights }).isChecked()).toBe(true);
  expect(await stop.isChecked()).toBe(false);
  expect(Object.keys(await readForm(page))).not.toContain('stop');
});

const button = (page: Page) => page.getByRole('button', { name: english.location.button });
const place = (page: Page) => page.getByLabel('Where did it happen?');

test('the place is asked for only by a tap, and is filled in behind what was typed, to be edited', async () => {
  const page = await journey.newPage();
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 51.5392, longitude: 0.0801, accuracy: 19.2 });
  await page.goto(`${journey.product.url}/roadside`);
  await ready(page);
  expect(await place(page).inputValue()).toBe('');
  await place(page).fill('A13 eastbound');
  await button(page).click();
  await page.getByText(english.location.found).waitFor();
  expect(await place(page).inputValue()).toBe('A13 eastbound, 51.53920, 0.08010 (± 20 m)');
  await page.context().setGeolocation({ latitude: 51.54, longitude: -0.1, accuracy: 5 });
  await button(page).click();
  await expect.poll(() => place(page).inputValue()).toBe('A13 eastbound, 51.54000, -0.10000 (± 5 m)');
  await page.reload();
  await page.getByText('We kept what you typed earlier').waitFor();
  expect(await place(page).inputValue()).toBe('A13 eastbound, 51.54000, -0.10000 (± 5 m)');
});

test('a place that the phone knows only roughly is filled in with a request for the road', async () => {
  const page = await journey.newPage();
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 51.5, longitude: 0, accuracy: 2_000 });
  await page.goto(`${journey.product.url}/roadside`);
  await button(page).click();
  await page.getByText(english.location.imprecise).waitFor();
  expect(await place(page).inputValue()).toBe('51.50000, 0.00000 (± 2000 m)');
});

test.each(
  sampled([
    [1, english.location.denied],
    [2, english.location.notFound],
    [3, english.location.notFound],
  ]),
)('where the phone answers with error %d, a sentence asks to type, and typing works', async (code, sentence) => {
  const page = await journey.newPage();
  // A phone without reception reports this error; no setting of the browser makes it do so.
  await page.addInitScript((number) => {
    navigator.geolocation.getCurrentPosition = (_, refuse) =>
      refuse?.({ code: number, PERMISSION_DENIED: 1 } as GeolocationPositionError);
  }, code);
  await page.goto(`${journey.product.url}/roadside`);
  await button(page).click();
  await page.getByText(sentence).waitFor();
  await place(page).fill('M25, junction 30');
  expect(await button(page).isEnabled()).toBe(true);
});

test('the place may be asked for on a page that was reached by a link, and never at the desk', async () => {
  const policy = async (path: string) => (await journey.product.request(path)).headers['permissions-policy'];
  for (const path of ['/', '/roadside', '/no-such-page']) expect(await policy(path), path).toContain('geolocation=(self)');
  for (const path of ['/desk/sign-in', '/your-claim', '/healthz']) expect(await policy(path), path).toContain('geolocation=()');
});
