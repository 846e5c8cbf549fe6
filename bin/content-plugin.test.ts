import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serviceLinks } from '#content/service-links.ts';
import creditHire from '#content/services/credit-hire.md';
import { coreServices, services } from '#content/services.ts';
import { contentPlugin, servicePage } from './content-plugin.ts';
import { loadMarkdown } from './content-rules.ts';

const creditHireFile = 'content/services/credit-hire.md';
let site: string;

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'kerbside-content-'));
  await cp(new URL('../content', import.meta.url), join(site, 'content'), { recursive: true });
});

afterEach(() => rm(site, { recursive: true }));

test('the card list has eight services in order, each with an address, and four of them are core', () => {
  expect(services.map(({ href }) => href)).toEqual([
    '/services/pco-phv-taxi-claims',
    '/services/credit-hire',
    '/services/vehicle-repair',
    '/services/legal-support',
    '/services/personal-injury',
    '/services/loss-of-earnings',
    '/services/vehicle-recovery',
    '/services/emergency-response',
  ]);
  expect(Object.keys(services[0] ?? {})).toEqual(['title', 'description', 'href', 'pictogram']);
  expect(coreServices).toEqual(services.slice(0, 4));
});

test('a service page is its front matter, its address and its sections', () => {
  expect(creditHire).toMatchObject({ slug: 'credit-hire', href: '/services/credit-hire', canonical: true, noCostNotice: true });
  expect(creditHire.sections.map(({ heading, id }) => [heading, id])).toContainEqual([
    'What you pay yourself',
    'what-you-pay-yourself',
  ]);
  expect(creditHire.sections[0]?.html).toMatch(/^<p>Credit hire means /);
});

test('links out get rel="noopener", links within the site do not, and headings get ids', async () => {
  await edit(
    creditHireFile,
    (source) => `${source}\n### Ask the *ombudsman*\n\n[Ask](https://www.gov.uk/a?b=1&c=2) or [call](/contact).\n`,
  );
  const html = servicePage(await loadMarkdown(site, creditHireFile)).sections.at(-1)?.html;
  expect(html).toContain('<h3 id="ask-the-ombudsman">Ask the <em>ombudsman</em></h3>');
  expect(html).toContain('<a rel="noopener" href="https://www.gov.uk/a?b=1&amp;c=2">Ask</a>');
  expect(html).toContain('<a href="/contact">call</a>');
});

test('a build from sound content holds the compiled pages and no parser', async () => {
  const code = await builtCode();
  expect(code).toContain('Keep moving while your claim is sorted');
  expect(code).not.toContain('lexer');
});

test('a build from broken content fails with a sentence for each problem, naming file and field', async () => {
  await edit(creditHireFile, (source) => source.replace('  - We say when not to hire\n', ''));
  await edit('content/steps.ts', (source) => source.replace('No obligation.', 'Free of charge.'));
  const failure = builtCode();
  await expect(failure).rejects.toThrow('content/services/credit-hire.md: features must have exactly 5 items, found 4.');
  await expect(failure).rejects.toThrow('content/steps.ts: steps[0].text must not say "Free of charge".');
});

test.each([
  ['raw HTML', (source: string) => `${source}\n<script>alert(1)</script>\n`, 'body must not contain raw HTML, found <script>'],
  ['a missing field', (source: string) => source.replace(/^heroLead: .*\n/m, ''), 'heroLead is missing.'],
  ['no front matter', () => '## How it works', 'front matter must stand first, between two lines of "---".'],
  ['broken YAML', (source: string) => source.replace('order: 2', 'order: 2: 3'), 'front matter must be YAML: '],
])('a build from a page with %s fails with a sentence naming file and field', async (_name, change, sentence) => {
  await edit(creditHireFile, change);
  await expect(builtCode()).rejects.toThrow(`${creditHireFile}: ${sentence}`);
});

test('in development an edited page is compiled again', async () => {
  const server = await createServer({ ...viteConfig(), appType: 'custom', server: { middlewareMode: true, ws: false } });
  try {
    const { runner } = server.environments.ssr as unknown as {
      runner: { import(id: string): Promise<{ default: { heroTitle: string } }> };
    };
    const before = await runner.import(`/${creditHireFile}`);
    expect(before.default.heroTitle).toBe('Keep moving while your claim is sorted');
    await edit(creditHireFile, (source) => source.replace('Keep moving while', 'Keep going while'));
    await expect
      .poll(async () => (await runner.import(`/${creditHireFile}`)).default.heroTitle, { timeout: 5000 })
      .toBe('Keep going while your claim is sorted');
  } finally {
    await server.close();
  }
});

test('the menus name the same services in the same order as the cards', () => {
  expect(serviceLinks).toEqual(services.map(({ title, href }) => ({ title, href })));
});

async function edit(file: string, change: (source: string) => string): Promise<void> {
  const path = join(site, file);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

async function builtCode(): Promise<string> {
  const lib = { entry: [join(site, 'content/services.ts'), join(site, creditHireFile)], formats: ['es' as const] };
  const outputs = await build({ ...viteConfig(), build: { write: false, minify: false, lib } });
  return [outputs]
    .flat()
    .flatMap((bundle) => ('output' in bundle ? bundle.output.map((chunk) => ('code' in chunk ? chunk.code : '')) : []))
    .join('\n');
}

function viteConfig() {
  return { root: site, configFile: false as const, logLevel: 'silent' as const, plugins: [contentPlugin()] };
}
