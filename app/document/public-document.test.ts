// Protects: a public page loads one script, late, and its policy allows its own inline scripts only.
import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startProcessorClock } from '#testing/processor-time.ts';
import { keepTypedScript } from './keep-typed.ts';
import { contentPolicy, elementsOf, finishDocument } from './public-document.ts';

test('scripts and styles are found in order, with what their tags say', () => {
  const html = '<style data-href="app">p{}</style><script async src="/a.js"></script><p><script>let a = "<script>";</script>';
  expect(elementsOf(html, 'style').map(({ text }) => text)).toEqual(['p{}']);
  expect(elementsOf(html, 'script').map(({ tag, text }) => [tag, text])).toEqual([
    ['<script async src="/a.js">', ''],
    ['<script>', 'let a = "<script>";'],
  ]);
});

test.each(['<script', '<script>', '<script>a</scrip', '</script>', ''])('%s has none', (html) => {
  expect(elementsOf(html, 'script')).toEqual([]);
});

test('the policy has a hash for each script that runs, once, and none for data and files', () => {
  const html = '<script>1</script><script>1</script><script type="application/ld+json">{}</script><script src="/a.js"></script>';
  const [directive] = contentPolicy(html, { https: true }).match(/script-src [^;]*/) ?? [];
  expect(directive).toBe("script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='");
});

test('a hundred thousand scripts that never end are looked at once', () => {
  const processorMs = startProcessorClock();
  elementsOf('<script>'.repeat(100_000), 'script');
  expect(processorMs()).toBeLessThan(500);
});

const options = { siteUrl: 'https://kerbside.example', isInvalid: false, serviceWorker: true };
const scripts = { start: '/assets/site-1.js', form: ['/assets/islands-1.js', '/assets/react-1.js'] };
const page = (body: string) => `<html lang="en-GB"><head><title>FAQ</title></head><body>${body}</body></html>`;
const finish = (body: string) => finishDocument(page(body), { ...options, scripts });

test('a page without a form loads the one script, after the first frame', () => {
  const { html } = finish('<p>FAQ</p>');
  expect(html).toContain('import("/assets/site-1.js")');
  expect(html).not.toMatch(/react|islands|<link| src=/);
});

test('nothing is loaded before the first frame has been drawn, which is when the second begins', () => {
  const starter = elementsOf(finish('').html, 'script').find(({ text }) => text.includes('import('));
  const { loaded, requested, showFrame } = run(starter, 'interactive');
  showFrame();
  expect([loaded, requested]).toEqual([[], []]);
  showFrame();
  showFrame();
  expect([loaded, requested]).toEqual([['/assets/site-1.js'], []]);
});

test('a page with a form asks for its scripts right after that, and runs them once the rest of the page is there', () => {
  const { html } = finish(`<form></form><script>${keepTypedScript}</script><footer></footer>`);
  const [, keeping, starter, ...rest] = elementsOf(html, 'script');
  expect(html).toContain(`<form></form>${keeping?.whole}${starter?.whole}<footer>`);
  expect(keeping?.text).toBe(keepTypedScript);
  expect(rest.filter(({ text }) => text.includes('import('))).toEqual([]);
  const { loaded, requested, showFrame, finishParsing } = run(starter, 'loading');
  showFrame();
  expect(requested).toEqual([]);
  showFrame();
  expect(requested).toEqual(['/assets/site-1.js', '/assets/islands-1.js', '/assets/react-1.js']);
  expect(loaded).toEqual([]);
  finishParsing();
  expect(loaded).toEqual(['/assets/site-1.js']);
});

test('every inline script of a finished page is allowed by its hash, and no HTML may be inserted', () => {
  const { html, policy } = finish('<p>FAQ</p>');
  const texts = elementsOf(html, 'script').map(({ text }) => text);
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(policy).toContain(createHash('sha256').update(text).digest('base64'));
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types service-worker;");
});

test('what opens a notice is kept until the script of the page takes it, and nothing else, and nothing after that', () => {
  const [early] = elementsOf(finish('').html, 'script');
  const listeners: ((event: object) => void)[] = [];
  const context = {
    document: { referrer: '', documentElement: { setAttribute: () => {} } },
    location: { origin: 'https://kerbside.example' },
    addEventListener: (_type: string, listener: (event: object) => void) => void listeners.push(listener),
    window: {} as { kerbsideEarly?: object[] | null },
  };
  runInNewContext(early?.text ?? '', context);
  const click = (opensNotice: boolean) => {
    const event = { target: { closest: () => (opensNotice ? {} : null) } };
    for (const listen of listeners) listen(event);
    return event;
  };
  click(false);
  const event = click(true);
  const kept = context.window.kerbsideEarly;
  expect(kept).toEqual([event, event]);
  context.window.kerbsideEarly = null;
  click(true);
  expect(kept).toHaveLength(2);
});

test('links that open something, and pages of staff, are never fetched before they are clicked', () => {
  const rules = elementsOf(finish('').html, 'script').find(({ tag }) => tag.includes('speculationrules'));
  const [{ where }] = JSON.parse(rules?.text ?? '').prefetch;
  expect(where.and[1].not.href_matches).toEqual(['/your-claim*', '/your-claim/*', '/desk*']);
});

test('a page in development loads the script from its source', () => {
  const { html, policy } = finishDocument(page(''), { ...options, scripts: null });
  expect(html).toContain('<script type="module" src="/app/islands/site-script.ts"></script></body>');
  expect(policy).toBe("frame-ancestors 'none'");
});

type Acts = (() => void)[];

/** Runs a starter in a page that is parsed as far as that. */
function run(starter: { text: string } | undefined, readyState: string) {
  const [loaded, requested]: [string[], string[]] = [[], []];
  const [frames, timers, whenParsed]: [Acts, Acts, Acts] = [[], [], []];
  const head = { appendChild: ({ href }: { href: string }) => requested.push(href) };
  const addEventListener = (_type: string, listener: () => void) => whenParsed.push(listener);
  runInNewContext(starter?.text.replace('import(', 'load(') ?? '', {
    document: { hidden: false, readyState, head, addEventListener, createElement: () => ({}) },
    load: (file: string) => loaded.push(file),
    requestAnimationFrame: (draw: () => void) => frames.push(draw),
    setTimeout: (act: () => void, ms = 0) => ms < 1000 && timers.push(act),
  });
  const runAll = (acts: Acts) => {
    for (const act of acts.splice(0)) act();
  };
  return {
    loaded,
    requested,
    showFrame: () => {
      runAll(frames);
      runAll(timers);
    },
    finishParsing: () => runAll(whenParsed),
  };
}
