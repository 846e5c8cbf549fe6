// Protects: a start at the roadside is sent with few taps, with and without JavaScript.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { english } from '#content/roadside/en.ts';
import { languages } from '#content/roadside/languages.ts';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { callLabel, withinTarget } from '#content/stated-hours.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { formPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from '../harness/browser.ts';
import { fill, readForm, submit } from '../harness/fill.ts';
import { linksIn, parseHtml, readPage, textOf } from '../harness/html.ts';
import { setupJourney } from '../harness/journey.ts';

const journey = setupJourney();
const { language, ...answers } = idris;
const { location } = english;
const { parts } = english.checklist;
const phone = { viewport: { width: 375, height: 667 }, hasTouch: true };
const place = (page: Page) => page.getByLabel('Where did it happen?');
const stored = (name: string) => readStore(journey.product).submissions.find(({ form_data }) => form_data.name === name);

test('on a phone: the place by a tap, a photograph, ticks that stay, a start that is sent, and its number put right', async () => {
  const page = await journey.newPage(phone);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 51.5392, longitude: 0.0801, accuracy: 19.2 });
  await page.goto(`${journey.product.url}/roadside`);
  await ready(page);
  const given = { ...answers, name: 'Idris with JavaScript', phone: '12' };
  await fill(page, { ...given, locationOfAccident: 'A13 eastbound' });
  await page.locator('[name="name"]').focus();
  await page.getByText('We may not be able to call this number.').waitFor();
  const locate = page.getByRole('button', { name: location.button });
  for (const [coordinates, sentence, filled] of [
    [{}, location.found, 'A13 eastbound, 51.53920, 0.08010 (± 20 m)'],
    [{ latitude: 51.54, longitude: -0.1, accuracy: 5 }, location.found, 'A13 eastbound, 51.54000, -0.10000 (± 5 m)'],
    [{ latitude: 51.5, longitude: 0, accuracy: 2_000 }, location.imprecise, 'A13 eastbound, 51.50000, 0.00000 (± 2000 m)'],
  ] as const) {
    if ('latitude' in coordinates) await page.context().setGeolocation(coordinates);
    await locate.tap();
    await page.getByText(sentence).waitFor();
    await expect.poll(() => place(page).inputValue()).toBe(filled);
  }
  const camera = page.getByLabel(english.photographs.camera);
  await camera.setInputFiles({ name: 'camera.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() });
  await page.getByText('1 photograph will be sent with it.').waitFor();

  const stop = page.getByRole('checkbox', { name: parts.law.items.stop });
  await stop.check();
  await page.getByRole('checkbox', { name: english.safety.hazardLights }).check();
  await page.reload();
  await page.getByText('We kept what you typed earlier').waitFor();
  await expect.poll(() => stop.isChecked()).toBe(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { level: 1, name: pages.faq.heading }).waitFor();
  await page.goBack();
  await ready(page);
  await expect.poll(() => stop.isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: parts.notes.items.witnesses }).isChecked()).toBe(false);
  await stop.uncheck();
  const kept = await readForm(page);
  expect(kept.locationOfAccident).toBe('A13 eastbound, 51.50000, 0.00000 (± 2000 m)');

  await submit(page);
  await page.locator('.receipt').waitFor();
  const sent = stored(given.name)?.form_data ?? {};
  expect(sent).toMatchObject({ ...given, locationOfAccident: kept.locationOfAccident, language });
  expect(Object.keys(sent), 'ticks').not.toContain('stop');
  await page.getByRole('link', { name: 'Wrong? Change it' }).click();
  await page.waitForURL('**/your-claim#phone');
  await page.getByLabel('Your number').fill('07700 900909');
  await page.getByRole('button', { name: 'Save this number' }).click();
  await page.getByText('Saved. We call you on this number from now on.').waitFor();
  expect(stored(given.name)?.form_data.phone).toBe('07700 900909');
});

test.each([
  [1, location.denied],
  [2, location.notFound],
  [3, location.notFound],
])('where the phone answers with error %d, a sentence asks to type, and typing works', async (code, sentence) => {
  const page = await journey.newPage();
  // A phone without reception reports this error; no setting of the browser makes it do so.
  await page.addInitScript((number) => {
    navigator.geolocation.getCurrentPosition = (_, refuse) =>
      refuse?.({ code: number, PERMISSION_DENIED: 1 } as GeolocationPositionError);
  }, code);
  await page.goto(`${journey.product.url}/roadside`);
  const locate = page.getByRole('button', { name: location.button });
  await locate.click();
  await page.getByText(sentence).waitFor();
  await place(page).fill('M25, junction 30');
  expect(await locate.isEnabled()).toBe(true);
});

test('without JavaScript a start is sent, the team is told that it is urgent, and the receipt says who is called and leads on', async () => {
  const given = { ...answers, name: 'Idris without JavaScript' };
  const response = await journey.product.request('/roadside', formPost({ ...given, language: String(language) }));
  expect(response.status).toBe(200);
  const receipt = parseHtml(response.text);
  const text = textOf(receipt, '.receipt').replaceAll(/[\u2066\u2069]/g, '');
  expect(text).toMatch(/We will call you as soon as we can, by \d\d:\d\d.*, \w+day \d+ \w+ at the latest ?\./);
  expect(text).toContain('We have your phone number as 07700 900606');
  const row = stored(given.name);
  expect(row).toMatchObject({ form_name: 'Roadside Start', form_data: { ...given, language } });
  // Without an email address the private link is first offered as a text to oneself.
  const [sms, link] = linksIn(receipt, '.receipt a');
  expect(sms).toMatch(/^sms:\?&body=.*your-claim/);
  expect(link).toContain(`/your-claim/${row?.reference.replace('-', '')}`);
  const email = await journey.mailbox.waitForEmail((one) => one.subject?.includes(given.name) ?? false);
  expect(email.subject).toBe(`URGENT [Website] Roadside Start: ${given.name}`);
});

test('the page has 999, who we are, the form, whom to call instead and the checklist, in this order, in every language', async () => {
  for (const { code } of languages) {
    const { document, text } = await readPage(journey.product, `/roadside?lang=${code}`);
    const texts = translationOf(code) ?? english;
    expect(text.match(/<html lang="([\w-]+)"/)?.[1]).toBe(code === 'en' ? 'en-GB' : code);
    const order = ['[href="tel:999"]', '.roadside-head p', '[name="name"]', '.form-submit', '[data-tick]'];
    const places = order.map((selector) => document.querySelector(selector) as Element);
    for (const [index, element] of places.slice(1).entries())
      expect((places[index] as Element).compareDocumentPosition(element) & 4, `${code}: ${order[index + 1]}`).toBe(4);
    expect(textOf(document, '.roadside-head p')).toContain(texts.who);
    expect(document.querySelector('input[type="file"][capture="environment"]'), code).not.toBeNull();
    expect(linksIn(document, '.roadside-emergency a')).toEqual(['#safety', 'tel:999']);
    expect(textOf(document, '#safety h2')).toBe(texts.safetyTitle);
  }
  const { document } = await readPage(journey.product, '/roadside');
  expect(textOf(document, '.mobile-action-bar a')).toBe(callLabel);
  const terms = document.querySelector('.form-actions')?.previousElementSibling;
  expect(english.terms).toContain(withinTarget);
  expect(terms?.textContent).toBe(`${english.terms} ${site.helpline.display}.`);
  expect([...document.querySelectorAll('form [name]')].map((one) => one.getAttribute('name'))).not.toContain('stop');
});

test('the place may be asked for on a page that was reached by a link, and never at the desk', async () => {
  const policy = async (path: string) => (await journey.product.request(path)).headers['permissions-policy'];
  for (const path of ['/', '/roadside', '/no-such-page']) expect(await policy(path), path).toContain('geolocation=(self)');
  for (const path of ['/desk/sign-in', '/your-claim', '/healthz']) expect(await policy(path), path).toContain('geolocation=()');
});
