// Protects: the footer has the links, year and social profiles of the content.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { hasNewsletter, socialAddresses, socialNames } from '#content/switches.ts';
import { sampled } from '#testing/sampled.ts';
import { setupJourney } from '../harness/journey.ts';

const journey = setupJourney();

test('it shows the year of the visit, also years after the build', async () => {
  const page = await journey.visitWithStoppedClock('/', { time: new Date('2031-01-01T00:30:00Z') });
  await footer(page).getByText('© 2031').waitFor();
});

test('its links lead where the specification says', async () => {
  const page = await journey.visit('/', { javaScriptEnabled: false });
  const links = await footer(page)
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  const wanted = [
    ['Services', '/services'],
    ['Make a Claim', '/make-a-claim'],
    ['FAQ', '/faq'],
    ['Complaints Procedure', '/complaints'],
    ['Privacy Policy', '/complaints'],
    ['Terms of Service', '/complaints'],
  ];
  for (const link of wanted) expect(links).toContainEqual(link);
  expect(links.map(([, href]) => href)).toContain('/about');
  expect(await footer(page).getByText(site.town).count()).toBeGreaterThan(0);
  expect(await footer(page).locator('a[href^="tel:"]').count()).toBeGreaterThan(0);
});

test('the page that they lead to leads on to privacy and terms, on the first screen of a phone', async () => {
  const page = await journey.visit('/complaints', { viewport: { width: 375, height: 812 }, javaScriptEnabled: false });
  for (const id of ['privacy', 'terms']) {
    const link = page.getByRole('main').locator(`a[href="#${id}"]`);
    const box = await link.boundingBox();
    expect(box && box.y + box.height, id).toBeLessThan(812 - 80);
    expect(await page.locator(`section#${id}`).getByRole('heading').count()).toBe(1);
  }
});

/** As the server sends them, also to browsers without scripts, and as they are with them. */
test.each(sampled([true, false]))(
  'it has the social profiles and the newsletter that content/site.ts has (scripts: %s)',
  async (scripts) => {
    const page = await journey.visit('/', { javaScriptEnabled: scripts });
    const icons = footer(page).getByRole('list', { name: 'Social media' });
    expect(await icons.count()).toBe(socialNames.length > 0 ? 1 : 0);
    for (const [index, name] of socialNames.entries()) {
      const href = socialAddresses[index];
      const link = icons.getByRole('link', { name: `${name} (opens in a new tab)`, exact: true });
      if (href) expect(await link.evaluate((a: HTMLAnchorElement) => [a.href, a.target, a.rel])).toEqual(opensElsewhere(href));
      else expect(await icons.getByRole('button', { name, exact: true }).count()).toBe(1);
    }
    // A network without a drawing is shown by its name.
    const shown = await icons
      .locator('a, button')
      .evaluateAll((all) => all.map((one) => (one.querySelector('svg') ? 'drawn' : one.textContent)));
    const drawn = ['Facebook', 'Instagram', 'LinkedIn', 'X'];
    expect(shown).toEqual(socialNames.map((name) => (drawn.includes(name) ? 'drawn' : name)));
    expect(await footer(page).locator('form').count()).toBe(hasNewsletter ? 1 : 0);
  },
);

const opensElsewhere = (href: string) => [new URL(href).href, '_blank', 'noopener noreferrer'];

test.runIf(socialAddresses.includes(null))(
  'a social icon without an address says that the feature is in progress, without a request',
  async () => {
    const page = await journey.visit('/');
    const requests = await quiet(page);
    const icons = footer(page).getByRole('list', { name: 'Social media' }).getByRole('button');
    expect(await icons.count()).toBeGreaterThan(0);
    for (const icon of await icons.all()) {
      await icon.click();
      await expectFeatureInProgress(page);
    }
    expect(requests).toEqual([]);
  },
);

const withNewsletter = test.runIf(hasNewsletter);

withNewsletter('the newsletter says that the feature is in progress, and sends nothing', async () => {
  const page = await journey.visit('/');
  const requests = await quiet(page);
  await email(page).fill('aoife@example.com');
  await email(page).press('Enter');
  await expectFeatureInProgress(page);
  expect(requests).toEqual([]);
});

withNewsletter.each(['', 'aoife'])('the browser holds back the newsletter address "%s"', async (address) => {
  const page = await journey.visit('/');
  const requests = await quiet(page);
  await email(page).fill(address);
  await footer(page).getByRole('button', { name: 'Subscribe' }).click();
  await page.waitForFunction(() => document.activeElement?.matches('footer input:invalid'));
  expect(await page.getByText('Feature in Progress').count()).toBe(0);
  expect(requests).toEqual([]);
});

withNewsletter('without JavaScript the newsletter sends nothing either', async () => {
  const page = await journey.visit('/about', { javaScriptEnabled: false });
  const requests = await quiet(page);
  await email(page).fill('aoife@example.com');
  await footer(page).getByRole('button', { name: 'Subscribe' }).click();
  expect(page.url()).toBe(`${journey.product.url}/about`);
  expect(requests).toEqual([]);
});

/** The requests from now on, after the page has fetched what it fetches when idle, without that for the script of notices. */
async function quiet(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') requests.push(`${request.method()} ${request.url()}`);
  });
  return requests;
}

async function expectFeatureInProgress(page: Page): Promise<void> {
  await page.getByText('Feature in Progress', { exact: true }).first().waitFor();
  await page
    .getByText(/not implemented yet/)
    .first()
    .waitFor();
}

function footer(page: Page) {
  return page.getByRole('contentinfo');
}

function email(page: Page) {
  return footer(page).getByRole('textbox', { name: /email/i });
}
