// Protects: the policy of the contact page lets the map in by a tap, with JavaScript and without, and asks nothing of OpenStreetMap before.
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { setupJourney } from './harness/journey.ts';

/** Tests reach no other machine, so the responses of OpenStreetMap are made here; its faults: app/islands/map-frame.test.ts. */
const journey = setupJourney();
const { latitude, longitude } = site.coordinates;

test.each([true, false])('a tap shows the map, centred on the office (JavaScript: %s)', async (javaScriptEnabled) => {
  const page = await journey.newPage({ viewport: { width: 1280, height: 800 }, javaScriptEnabled });
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('openstreetmap') && asked.push(request.url()));
  await page.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>A map</h1>' }),
  );
  await page.goto(`${journey.product.url}/contact`);
  const section = page.getByRole('region', { name: 'Find our office' });
  await section.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  for (const line of site.address) expect(await section.locator('address').textContent()).toContain(line);
  const larger = section.getByRole('link', { name: 'OpenStreetMap' });
  expect(await larger.getAttribute('href')).toContain(`#map=16/${latitude.toFixed(4)}/${longitude.toFixed(4)}`);
  await section.getByRole(javaScriptEnabled ? 'button' : 'link', { name: 'Show the map' }).click();
  await section.frameLocator('iframe').getByRole('heading', { name: 'A map' }).waitFor();
  expect(asked[0]).toContain(`marker=${latitude.toFixed(4)}%2C${longitude.toFixed(4)}`);
});
