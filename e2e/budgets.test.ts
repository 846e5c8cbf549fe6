// Protects: pages stay within their budgets of bytes and requests.
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forms } from '#forms/forms.ts';
import { roadside } from '#forms/roadside.ts';
import { isSample } from '#testing/sampled.ts';
import { ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { guides, nowhere, oneService, routes, templates } from './harness/site-paths.ts';

/** Sizes in bytes on the wire, with brotli. One congestion window is about 14 KB. */
const htmlBudget = 12 * 1024;
const guideBudget = 16 * 1024;
const scriptBudgets = { withoutForm: 8 * 1024, form: 80 * 1024, roadside: 85 * 1024 };

const journey = setupJourney();
const everyPage = test.each([...routes, nowhere]);

everyPage('%s: the page with its styles fits its budget', async (path) => {
  const { headers, bytes, status } = await get(path, 'br');
  expect(status).toBe(path === nowhere ? 404 : 200);
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(bytes).toString().slice(0, 15)).toMatch(/^<!DOCTYPE html>/i);
  const ofTexts = 'bytes of the page: where its texts are your own, make them shorter';
  expect(bytes.length, ofTexts).toBeLessThanOrEqual(guides.includes(path) ? guideBudget : htmlBudget);
});

test.each(isSample ? templates : [...routes, nowhere])(
  '%s: its scripts fit their budget, start after the first frame, and move nothing',
  async (path) => {
    const page = await journey.newPage({ expected: path === nowhere ? /status of 404/ : undefined });
    await page.addInitScript(watchFrameAndShifts);
    await page.goto(journey.product.url + path);
    await ready(page);
    const { own, firstFrameAt, shifts } = await page.evaluate(() => {
      const all = performance.getEntriesByType('resource').map(({ name, startTime }) => ({ url: new URL(name), startTime }));
      // The icon is not counted, because the browser decides when to request it.
      const own = all.filter(({ url }) => url.origin === location.origin && !url.pathname.startsWith('/favicon'));
      return { ...(window as unknown as Watched), own: own.map(({ url, startTime }) => ({ path: url.pathname, startTime })) };
    });
    expect(
      own.filter(({ startTime }) => startTime < firstFrameAt).map((one) => one.path),
      'requests before the first frame',
    ).toEqual([]);
    expect(shifts, 'layout shifts').toEqual([]);
    expect(
      await bytesOf(own.map((one) => one.path)),
      'bytes of scripts: of a page with a form, texts of forms/ are among them',
    ).toBeLessThanOrEqual(scriptBudgetOf(path));
  },
);

test.each(['/', '/make-a-claim', '/contact', oneService])(
  '%s is painted with one request, even if all others fail',
  async (path) => {
    const page = await journey.newPage({ expected: /ERR_FAILED|ERR_ABORTED|dynamically imported module/ });
    await page.route('**/*', (route) => (route.request().resourceType() === 'document' ? route.continue() : undefined));
    await page.goto(journey.product.url + path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

everyPage('%s: nothing in the page makes a browser fetch before it paints', async (path) => {
  const { text } = await get(path);
  const fetched =
    /<script[^>]* src=[^>]*>|<link[^>]*rel="(stylesheet|\w*preload|prefetch)"[^>]*>|@import[^;]*|<img(?![^>]*loading="lazy")[^>]*>/g;
  expect(text.match(fetched) ?? []).toEqual([]);
});

everyPage('%s: the policy lists the hash of each inline script and style, and allows no others', async (path) => {
  const { text, headers } = await get(path);
  const policy = directives(String(headers['content-security-policy']));
  expect(policy.get('default-src')).toBe("'none'");
  expect([...policy.values()].join(' ')).not.toMatch(/unsafe-|\*|https?:(?!\/\/www\.openstreetmap\.org)/);
  for (const [, attributes = '', script = ''] of text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes('application/ld+json')) expect(policy.get('script-src')).toContain(hashOf(script));
  }
  const styles = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style);
  expect(styles.length).toBeGreaterThan(0);
  for (const style of styles) expect(policy.get('style-src')).toContain(hashOf(style));
  const markup = text.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '');
  expect(markup.match(/<[^>]*\s(style|on\w+)="[^>]*>/g) ?? []).toEqual([]);
});

everyPage('%s: comes compressed, and not at all when the browser has it already', async (path) => {
  const zipped = await get(path, 'gzip');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  const plain = await get(path);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  expect(plain.headers.vary).toMatch(/accept-encoding/i);
  if (path === nowhere) return;
  for (const { headers } of [zipped, plain]) {
    const again = await journey.product.request(path, {
      headers: { 'Accept-Encoding': headers['content-encoding'] ?? 'identity', 'If-None-Match': headers.etag },
    });
    expect(again.status).toBe(304);
    expect(again.bytes.length).toBe(0);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  }
});

test('pages without a form load the same script, so that another service or guide adds nothing to it', async () => {
  const without = routes.filter((path) => scriptBudgetOf(path) === scriptBudgets.withoutForm);
  const scripts = await Promise.all(without.map(async (path) => (await get(path)).text.match(/\/assets\/[\w.-]+\.js/g)));
  expect(without.length).toBeGreaterThan(10);
  expect(new Set(scripts.flat()).size).toBe(1);
  const script = scripts.flat()[0] ?? '';
  const { text } = await get(script);
  for (const path of [...guides, oneService]) expect(text).not.toContain(path);
});

test('Scripts are compressed once and cached as immutable', async () => {
  const { text } = await get('/');
  const [script = ''] = text.match(/\/assets\/[\w.-]+\.js/) ?? [];
  const response = await get(script, 'br');
  expect(response.headers['content-encoding']).toBe('br');
  expect(response.headers['cache-control']).toMatch(/immutable/);
  expect(response.headers['content-type']).toMatch(/^text\/javascript/);
});

function scriptBudgetOf(path: string): number {
  const form = forms.find((one) => one.path === path);
  if (!form) return scriptBudgets.withoutForm;
  return form === roadside ? scriptBudgets.roadside : scriptBudgets.form;
}

/** The size of all scripts among these paths. */
async function bytesOf(paths: string[]): Promise<number> {
  const scripts = [...new Set(paths)].filter((one) => one.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(async (script) => (await get(script, 'br')).bytes.length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function get(path: string, encoding = 'identity') {
  return journey.product.request(path, { headers: { 'Accept-Encoding': encoding } });
}

type Watched = { firstFrameAt: number; shifts: number[] };

function watchFrameAndShifts(): void {
  const watched = window as unknown as Watched;
  watched.firstFrameAt = Number.POSITIVE_INFINITY;
  watched.shifts = [];
  requestAnimationFrame(() => {
    watched.firstFrameAt = performance.now();
  });
  // A slow machine paints before the whole page is there, and the rest moves what is right of it. Scripts must move nothing after that.
  let wholeAt = Number.POSITIVE_INFINITY;
  document.addEventListener('DOMContentLoaded', () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        wholeAt = performance.now();
      }),
    ),
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.startTime >= wholeAt) watched.shifts.push((entry as PerformanceEntry & { value: number }).value);
  }).observe({ type: 'layout-shift', buffered: true });
  // The page also starts after some seconds without a frame, which a busy machine may take.
  const { setTimeout } = window;
  window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    ms !== undefined && act instanceof Function && act.name === 'go' ? 0 : setTimeout(act, ms, ...rest)) as typeof setTimeout;
}

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/);
      return [name, values.join(' ')];
    }),
  );
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
