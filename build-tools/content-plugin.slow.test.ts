// Protects: content becomes pages, and a build from broken content fails with the file and field of each problem.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coreServices, services } from '#content/all-services.ts';
import { serviceLinks } from '#content/service-links.ts';
import { exampleService, exampleServiceFile, siteSourceWith } from '#testing/fixtures/example-content.ts';
import { contentPlugin, guidePage, servicePage } from './content-plugin.ts';
import { gatherContent } from './gather-content.mjs';
import { loadFolder, loadMarkdown } from './load-content.ts';
import { problemsUnder } from './problems-under.ts';

let site: string;

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'kerbside-content-'));
  for (const name of ['content', 'forms', 'package.json'])
    await cp(new URL(`../${name}`, import.meta.url), join(site, name), { recursive: true });
  await writeFile(join(site, exampleServiceFile), exampleService);
  gatherContent(site);
});

afterEach(() => rm(site, { recursive: true }));

test('the card list has every service in the order they give themselves, and the first four are core', async () => {
  const files = await readdir(new URL('../.content/services', import.meta.url));
  expect(services.map(({ href }) => `${href.replace('/services/', '')}.md`).sort()).toEqual(files.sort());
  expect(services.map(({ order }) => order)).toEqual(services.map(({ order }) => order).toSorted((a, b) => a - b));
  expect(Object.keys(services[0] ?? {})).toEqual(['title', 'description', 'href', 'pictogram', 'order']);
  expect(coreServices).toEqual(services.slice(0, 4));
});

test('a service page is its front matter, its address and its sections', async () => {
  const page = servicePage(await loadMarkdown(site, exampleServiceFile), []);
  expect(page).toMatchObject({ slug: 'towing', href: '/services/towing', noCostNotice: false });
  expect(page.sections.map(({ heading, id }) => [heading, id])).toContainEqual([
    "What you'd better keep at hand",
    'what-youd-better-keep-at-hand',
  ]);
  expect(page.sections[0]?.html).toMatch(/^<p>A truck comes /);
});

test('a guide leads to the services it names, which lead back to it', async () => {
  const services = await loadFolder(site, 'content/services');
  const guides = await loadFolder(site, 'content/guides');
  for (const guide of guides) {
    const page = guidePage(guide, services);
    expect(page.services.map(({ href }) => href)).toEqual(
      (guide.frontMatter.services as string[]).map((slug) => `/services/${slug}`).toSorted(),
    );
    for (const { slug } of services) {
      const { guides: shown } = servicePage(await loadMarkdown(site, `content/services/${slug}.md`), guides);
      expect(shown.some(({ href }) => href === page.href)).toBe(page.services.some(({ href }) => href === `/services/${slug}`));
    }
  }
});

test('the day of a review is written in words', async () => {
  const [guide] = await loadFolder(site, 'content/guides');
  Object.assign(guide?.frontMatter ?? {}, { reviewed: '2027-03-01' });
  expect(guide && guidePage(guide, []).reviewedOn).toBe('1 March 2027');
});

test('links out get rel="noopener", links within the site do not, and headings get ids', async () => {
  await edit(
    exampleServiceFile,
    (source) => `${source}\n### Ask the *ombudsman*\n\n[Ask](https://www.gov.uk/a?b=1&c=2) or [call](/contact).\n`,
  );
  const html = servicePage(await loadMarkdown(site, exampleServiceFile), []).sections.at(-1)?.html;
  expect(html).toContain('<h3 id="ask-the-ombudsman">Ask the <em>ombudsman</em></h3>');
  expect(html).toContain('<a rel="noopener" href="https://www.gov.uk/a?b=1&amp;c=2">Ask</a>');
  expect(html).toContain('<a href="/contact">call</a>');
});

test('a table has a heading for each column and each row', async () => {
  await edit(exampleServiceFile, (source) => `${source}\n| About | A truck |\n| --- | --- |\n| Cost | **£90** |\n`);
  const html = servicePage(await loadMarkdown(site, exampleServiceFile), []).sections.at(-1)?.html;
  expect(html?.replaceAll('\n', '')).toContain(
    '<table><thead><tr><th>About</th><th>A truck</th></tr></thead><tbody><tr><th>Cost</th><td><strong>£90</strong></td></tr></tbody></table>',
  );
});

test('a build from sound content holds the compiled pages and no parser', async () => {
  const code = await builtCode();
  expect(code).toContain('Towed before you know it');
  expect(code).not.toContain('lexer');
});

test('a build from broken content fails with a sentence for each problem, naming file and field', async () => {
  await edit(exampleServiceFile, (source) => source.replace(/ {2}- .*\n/, ''));
  await edit('content/steps.ts', (source) =>
    source.replace('export const', `export const extra = 'Free of charge.';\nexport const`),
  );
  const failure = builtCode();
  await expect(failure).rejects.toThrow(`${exampleServiceFile}: features must have 3 to 8 items, found 2.`);
  await expect(failure).rejects.toThrow('content/steps.ts: extra must not say "Free of charge": hire and repair');
});

test('a build with other hours says them, and fails where a text of its own contradicts them', async () => {
  const times = [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:30' }];
  await edit('content/site.ts', (source) => siteSourceWith(source, { openingHours: { times, bankHolidays: true } }));
  await edit(exampleServiceFile, (source) => source.replace('Towed before you know it', 'Towed $always(24/7|$openHours)'));
  const code = await builtCode();
  expect(code).toContain('Towed 9am to 5:30pm Monday to Friday including bank holidays');
  await edit(exampleServiceFile, (source) => `${source}\nCall us, day or night.\n`);
  expect(await problems()).toContain(`${exampleServiceFile}: body must not say "day or night", because openingHours`);
});

test('while something is wrong in content/site.ts, from which much is derived, that alone is told', async () => {
  await edit('content/site.ts', (source) => siteSourceWith(source, { openingHours: '8am to 8pm' }));
  expect(await problems()).toBe("content/site.ts: site.openingHours must be 'always', or have times and bankHolidays.");
});

test.each([
  ['raw HTML', (source: string) => `${source}\n<script>alert(1)</script>\n`, 'body must not contain raw HTML, found <script>'],
  ['a missing field', (source: string) => source.replace(/^heroLead: .*\n/m, ''), 'heroLead is missing.'],
  ['no front matter', () => '## How it works', 'line 1 must be three hyphens, ---, and nothing else: '],
  [
    'broken YAML',
    (source: string) => source.replace('order: 90', 'order: 9: 0'),
    'line 5 (order: 9: 0) has a colon in its text, ',
  ],
])('a page with %s is told with a sentence naming file and field', async (_name, change, sentence) => {
  await edit(exampleServiceFile, change);
  expect(await problems()).toContain(`${exampleServiceFile}: ${sentence}`);
});

test('in development an edited page is compiled again', async () => {
  const server = await createServer({ ...viteConfig(), appType: 'custom', server: { middlewareMode: true, ws: false } });
  try {
    const { runner } = server.environments.ssr as unknown as {
      runner: { import(id: string): Promise<{ default: { heroTitle: string } }> };
    };
    const before = await runner.import(`/${exampleServiceFile}?page`);
    expect(before.default.heroTitle).toBe('Towed before you know it');
    await edit(exampleServiceFile, (source) => source.replace('Towed before you know it', 'Towed while you wait'));
    await expect
      .poll(async () => (await runner.import(`/${exampleServiceFile}?page`)).default.heroTitle)
      .toBe('Towed while you wait');
  } finally {
    await server.close();
  }
});

test('the menus name the same services in the same order as the cards', () => {
  expect(serviceLinks).toEqual(services.map(({ title, href, order }) => ({ title, href, order })));
});

async function edit(file: string, change: (source: string) => string): Promise<void> {
  const path = join(site, file);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

/** What a build fails with. */
const problems = async () => (await problemsUnder(site)).join('\n');

async function builtCode(): Promise<string> {
  const lib = {
    entry: [join(site, 'content/all-services.ts'), `${join(site, exampleServiceFile)}?page`],
    formats: ['es' as const],
  };
  const outputs = await build({ ...viteConfig(), build: { write: false, minify: false, lib } });
  return [outputs]
    .flat()
    .flatMap((bundle) => ('output' in bundle ? bundle.output.map((chunk) => ('code' in chunk ? chunk.code : '')) : []))
    .join('\n');
}

function viteConfig() {
  return { root: site, configFile: false as const, logLevel: 'silent' as const, plugins: [contentPlugin()] };
}
