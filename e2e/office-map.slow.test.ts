// Protects: the contact page gives the address of the office whatever OpenStreetMap does.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';

/** Tests reach no other machine, so the responses of OpenStreetMap are made here. */
const journey = setupJourney();
const map = 'https://www.openstreetmap.org/**';
const options = { viewport: { width: 1280, height: 800 }, expected: /ERR_/ };
const [latitude, longitude] = [site.coordinates.latitude.toFixed(4), site.coordinates.longitude.toFixed(4)];

test('nothing is asked of OpenStreetMap before a visitor taps, with JavaScript or without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await journey.newPage({ ...options, javaScriptEnabled });
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('openstreetmap') && asked.push(request.url()));
    await page.route(map, answer);
    await page.goto(`${journey.product.url}/contact`);
    if (javaScriptEnabled) await ready(page);
    await section(page).scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
  }
});

test('the map is there when OpenStreetMap answers, and is centred on the office', async () => {
  const page = await openContact((one) => one.route(map, answer));
  await section(page).frameLocator('iframe').getByRole('heading', { name: 'A map' }).waitFor();
  expect(await section(page).locator('iframe').getAttribute('src')).toContain(`marker=${latitude}%2C${longitude}`);
  expect(await page.evaluate(() => document.activeElement?.tagName), 'the focus of the button that has gone').toBe('IFRAME');
  expect(await section(page).getByText('The map could not be loaded.').count()).toBe(0);
});

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['cannot be reached', (page) => page.route(map, (route) => route.abort('connectionrefused'))],
  // Without a response made here its name is not found.
  ['has no address', async () => {}],
])('when OpenStreetMap %s the page says so, and gives the address and a link to the map', async (_, prepare) => {
  const page = await openContact(prepare);
  await section(page).getByText('The map could not be loaded.').waitFor();
  expect(await section(page).locator('iframe').count()).toBe(0);
  for (const line of site.address) expect(await section(page).locator('address').textContent()).toContain(line);
  const link = section(page).getByRole('link', { name: 'OpenStreetMap' });
  expect(await link.getAttribute('href')).toContain(`#map=16/${latitude}/${longitude}`);
});

test('while OpenStreetMap does not answer the address stands in the place of the map, and after 15 seconds the page says so', async () => {
  const page = await journey.newPage({ ...options, setsClock: true });
  await page.clock.install();
  await page.route(map, () => {});
  const asked = page.waitForRequest(map);
  await page.goto(`${journey.product.url}/contact`);
  await ready(page);
  await show(page);
  await section(page).locator('.office-map address').waitFor();
  await asked;
  await page.clock.runFor(14_000);
  expect(await section(page).getByText('The map could not be loaded.').count()).toBe(0);
  await page.clock.runFor(1_000);
  await section(page).getByText('The map could not be loaded.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('when the connection is back the map comes by itself', async () => {
  const page = await openContact((one) => one.route(map, (route) => route.abort('internetdisconnected')));
  await section(page).getByText('The map could not be loaded.').waitFor();
  await page.unroute(map);
  await page.route(map, answer);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await section(page).frameLocator('iframe').getByRole('heading', { name: 'A map' }).waitFor();
  expect(await section(page).getByText('The map could not be loaded.').count()).toBe(0);
});

test('without JavaScript a link shows the map in the frame, and the address is there', async () => {
  const page = await journey.newPage({ javaScriptEnabled: false });
  await page.route(map, answer);
  await page.goto(`${journey.product.url}/contact`);
  await section(page).getByRole('link', { name: 'Show the map' }).click();
  await section(page).frameLocator('iframe').getByRole('heading', { name: 'A map' }).waitFor();
  expect(await section(page).locator('address').textContent()).toContain(site.address[0]);
});

async function openContact(prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await journey.newPage(options);
  await prepare(page);
  await page.goto(`${journey.product.url}/contact`);
  await ready(page);
  await show(page);
  return page;
}

function show(page: Page): Promise<void> {
  return section(page).getByRole('button', { name: 'Show the map' }).click();
}

function answer(route: Route): Promise<void> {
  return route.fulfill({ contentType: 'text/html', body: '<h1>A map</h1>' });
}

function section(page: Page) {
  return page.getByRole('region', { name: 'Find our office' });
}
