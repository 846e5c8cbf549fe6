import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import type { PageOptions } from './harness/browser.ts';
import { ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService } from './harness/site-paths.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };

test('a change of page takes 0.5 s, and only the page is part of it', async () => {
  const [change, ...others] = await animated(async (page) => {
    await follow(page, 'About Us', '/about');
    return changes(page, 1);
  });
  expect(others).toEqual([]);
  expect(change?.map(({ element }) => element).sort()).toEqual([
    '::view-transition-group(page)',
    '::view-transition-new(page)',
    '::view-transition-old(page)',
  ]);
  expect(new Set(change?.map(({ duration }) => duration))).toEqual(new Set([500]));
});

test('Back and Forward are changes of page too', async () => {
  const all = await animated(async (page) => {
    await follow(page, 'About Us', '/about');
    await changes(page, 1);
    await page.goBack();
    await changes(page, 2);
    await page.goForward();
    return changes(page, 3);
  });
  expect(all[2]?.length).toBeGreaterThan(0);
});

test('a link to the page itself changes nothing', async () => {
  const page = await visit('/complaints', wide);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await page.waitForFunction(() => scrollY === 0);
  expect(await changes(page, 0)).toEqual([]);
});

test('Under reduced motion nothing is animated', async () => {
  const page = await visit('/', { ...wide, reducedMotion: 'reduce' });
  await follow(page, 'About Us', '/about');
  await heading(page);
  // A transition without duration may run, as the router likes.
  expect((await changes(page, 0)).flat().filter(({ duration }) => duration > 0)).toEqual([]);
});

test('A page change can be interrupted: the header responds, and the last choice wins', async () => {
  const page = await visit('/', wide);
  const links = page.getByRole('banner').getByRole('navigation');
  await links.getByRole('link', { name: 'About Us' }).click();
  await changes(page, 1);
  await links.getByRole('link', { name: 'Contact Us' }).click();
  await page.waitForURL('**/contact');
  await page.getByRole('heading', { level: 1, name: pages.contact.heading }).waitFor();
});

test.each([
  ['to another page', '/faq', pages.faq.heading],
  ['back to the page that is still shown', '/guides', pages.guides.heading],
])('two quick taps on a slow phone, the second %s: the last choice wins', async (_, second, wanted) => {
  const page = await journey.newPage(wide);
  // As on a slow phone, time passes between the address and the page.
  await page.addInitScript(() => {
    const start = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function startLate(this: Document, act) {
      return start.call(this, async () => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        await (act as () => Promise<void>)();
      });
    };
  });
  await page.goto(`${journey.product.url}/guides`);
  await ready(page);
  await page.evaluate(async (path) => {
    const first = document.querySelector<HTMLAnchorElement>('main a[href^="/guides/"]');
    first?.click();
    while (location.pathname !== first?.pathname) await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setTimeout(resolve, 100));
    document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`)?.click();
  }, second);
  await page.waitForURL(`**${second}`);
  // The page that is late comes in the meantime.
  await page.waitForTimeout(1_500);
  await expect.poll(() => page.locator('main h1').textContent()).toBe(wanted);
  expect(new URL(page.url()).pathname).toBe(second);
});

test('the new page starts at its top, with the focus on its heading', async () => {
  const page = await visit('/', wide);
  await page.evaluate(() => scrollTo(0, 1_500));
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await page.waitForURL('**/faq');
  expect(await heading(page)).toBe(pages.faq.heading);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('a screen reader says heading and title of the new page in one announcement', async () => {
  const page = await visit('/', wide);
  await watchLiveRegions(page);
  for (const [link, { heading, title }] of [
    ['FAQ', pages.faq],
    ['About Us', pages.about],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
    await page.waitForFunction((words) => document.activeElement?.textContent === words, heading);
    const description = await page.title();
    // Without the brand where both would be longer than search engines show.
    expect([title, `${title} | ${site.brand}`]).toContain(description);
    expect(await focused(page)).toEqual({ name: heading, description });
  }
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([]);
});

test('Back restores the place where one was', async () => {
  const page = await visit('/', wide);
  await page.evaluate(() => scrollTo(0, 900));
  await page.waitForFunction(() => scrollY === 900);
  // The mouse is used directly: a click of Playwright's would first scroll, because the header lies within the scroll padding.
  const link = await page.getByRole('banner').getByRole('link', { name: 'About Us' }).boundingBox();
  await page.mouse.click((link?.x ?? 0) + 10, (link?.y ?? 0) + 10);
  await page.waitForURL('**/about');
  await page.waitForFunction(() => scrollY === 0);
  await page.goBack();
  await page.waitForFunction(() => Math.abs(scrollY - 900) < 2);
});

test('a reload keeps the place too', async () => {
  const page = await visit(oneService, wide);
  await page.evaluate(() => scrollTo(0, 700));
  await page.waitForFunction(() => scrollY === 700);
  await page.reload();
  await ready(page);
  await page.waitForFunction(() => Math.abs(scrollY - 700) < 2);
});

test('Back from another site and Back after a reload restore the position', async () => {
  const page = await visit(oneService, wide);
  const atPlace = () => page.waitForFunction(() => Math.abs(scrollY - 700) < 2);
  await page.evaluate(() => scrollTo(0, 700));
  await page.waitForFunction(() => scrollY === 700);
  await page.goto(`${journey.product.url}/healthz`);
  await page.goBack();
  await ready(page);
  await atPlace();

  const link = await page.getByRole('banner').getByRole('link', { name: 'About Us' }).boundingBox();
  await page.mouse.click((link?.x ?? 0) + 10, (link?.y ?? 0) + 10);
  await page.waitForURL('**/about');
  await page.reload();
  await ready(page);
  await page.goBack();
  await page.waitForURL(`**${oneService}`);
  await atPlace();
});

type Change = { element: string; duration: number }[];

/** Opens a page that records, for every view transition, what is animated and for how long. */
async function visit(path: string, options: PageOptions): Promise<Page> {
  const page = await journey.newPage(options);
  await page.addInitScript(() => {
    const noted: unknown[] = [];
    Object.assign(window, { noted, isLate: false });
    const start = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function startAndNote(this: Document, act) {
      const transition = start.call(this, act);
      transition.ready.then(
        () => {
          const running = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
          noted.push(
            running.flatMap((effect) =>
              effect.pseudoElement?.startsWith('::view-transition')
                ? [{ element: effect.pseudoElement, duration: Number(effect.getComputedTiming().duration) }]
                : [],
            ),
          );
        },
        (error: DOMException) => {
          noted.push([]);
          if (error.name === 'TimeoutError') Object.assign(window, { isLate: true });
        },
      );
      return transition;
    };
  });
  await page.goto(journey.product.url + path);
  return ready(page);
}

/**
 * What this found on a wide page of its own where the browser gave up no animation: it does so where a page takes four seconds to
 * come, as on a machine that stands still.
 */
async function animated(act: (page: Page) => Promise<Change[]>): Promise<Change[]> {
  for (;;) {
    const page = await visit('/', wide);
    const found = await act(page);
    if (!(await page.evaluate(() => (window as unknown as { isLate: boolean }).isLate))) return found;
  }
}

/** The changes of page so far, as soon as there are that many. */
async function changes(page: Page, atLeast: number): Promise<Change[]> {
  await page.waitForFunction((wanted) => (window as unknown as { noted: Change[] }).noted.length >= wanted, atLeast);
  return page.evaluate(() => (window as unknown as { noted: Change[] }).noted);
}

async function follow(page: Page, name: string, path: string): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
  await page.waitForURL(journey.product.url + path);
}

/** Records every change in a region that screen readers read out by themselves. */
async function watchLiveRegions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]');
        if (region?.textContent) said.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** The name and description, for assistive technology, of the element that has the focus. */
async function focused(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false });
  return { name: nodes[0]?.name?.value, description: nodes[0]?.description?.value };
}

/** The new page's heading, once the focus is on it. */
async function heading(page: Page): Promise<string> {
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));
  return page.evaluate(() => document.activeElement?.textContent ?? '');
}
