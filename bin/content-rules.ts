import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { marked, type Token } from 'marked';
import { parse } from 'yaml';
import { frontMatterShape, moduleShapes, shapeProblems } from './content-shapes.ts';
import { type Wording, wordingIn, wordingProblems } from './content-wording.ts';

/** What was read, not yet trusted: each module's exports by file name, and the markdown of each service. */
export type Content = { modules: Record<string, Record<string, unknown>>; services: MarkdownFile[] };

export type MarkdownFile = { file: string; slug: string; frontMatter: Record<string, unknown>; body: string };

const serviceSlugs = `pco-phv-taxi-claims credit-hire vehicle-repair legal-support
  personal-injury loss-of-earnings vehicle-recovery emergency-response`.split(/\s+/);
const canonicalSlugs = ['credit-hire', 'legal-support'];
const noCostSlugs = ['pco-phv-taxi-claims', 'credit-hire', 'vehicle-repair'];
const pagePaths = '/ /about /services /make-a-claim /partners /complaints /faq /contact /reviews *'.split(' ');
const complaintLimits = ['3 working days', '14 working days', '4 weeks', '8 weeks', 'Financial Ombudsman Service'];
const bodyWords = { least: 500, most: 900 };
const linkHosts = `officialinjuryclaim.org.uk www.nhs.uk www.gov.uk www.legislation.gov.uk www.mib.org.uk
  www.legalombudsman.org.uk www.financial-ombudsman.org.uk`.split(/\s+/);

const counts: [file: string, field: string, count: number][] = [
  ['content/faq.ts', 'homeFaq', 6],
  ['content/faq.ts', 'faq', 7],
  ['content/steps.ts', 'steps', 4],
  ['content/values.ts', 'values', 3],
  ['content/benefits.ts', 'benefits', 3],
  ['content/complaints.ts', 'complaints', 5],
  ['content/testimonials.ts', 'testimonials', 6],
  ['content/services.ts', 'services', 8],
  ['content/services.ts', 'coreServices', 4],
];

const uniqueFields = [
  /^(pageTitle|pages\.\w+\.title)$/,
  /^(metaDescription|pages\.\w+\.description)$/,
  /^title$/,
  /^description$/,
];

/** Everything wrong with the content, a sentence each, naming the file and the field. Pure. */
export function contentProblems(content: Content): string[] {
  const wording = everyWording(content);
  return [
    ...Object.entries(moduleShapes).flatMap(([file, shape]) => shapeProblems(file, shape, content.modules[file] ?? {})),
    ...counts.flatMap(([file, field, count]) => countProblems(file, field, content.modules[file]?.[field], count)),
    ...serviceListProblems(content),
    ...content.services.flatMap(serviceProblems),
    ...pageProblems(wording),
    ...complaintProblems(wording),
    ...uniqueFields.flatMap((field) => repeats(wording.filter((words) => field.test(words.field)))),
    ...wording.flatMap(wordingProblems),
  ];
}

/** What can be said of one service's file without reading the others. */
export function serviceProblems({ file, slug, frontMatter, body }: MarkdownFile): string[] {
  return [
    ...shapeProblems(file, frontMatterShape, frontMatter),
    ...countProblems(file, 'features', frontMatter.features, 5),
    ...mustBe(file, 'canonical', frontMatter.canonical ?? false, canonicalSlugs.includes(slug)),
    ...mustBe(file, 'noCostNotice', frontMatter.noCostNotice, noCostSlugs.includes(slug)),
    ...mustBe(file, 'order', frontMatter.order, serviceSlugs.indexOf(slug) + 1),
    ...lengthProblems(file, body),
    ...bodyProblems(file, body),
  ];
}

function countProblems(file: string, field: string, list: unknown, count: number): string[] {
  if (!Array.isArray(list) || list.length === count) return [];
  return [`${file}: ${field} must have exactly ${count} items, found ${list.length}.`];
}

function mustBe(file: string, field: string, found: unknown, expected: unknown): string[] {
  return found === undefined || found === expected ? [] : [`${file}: ${field} must be ${expected}, found ${found}.`];
}

function lengthProblems(file: string, body: string): string[] {
  const found = body.replace(/\]\([^)]*\)/g, ']').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  if (found >= bodyWords.least && found <= bodyWords.most) return [];
  return [`${file}: body must have ${bodyWords.least} to ${bodyWords.most} words, found ${found}.`];
}

function bodyProblems(file: string, body: string): string[] {
  const problems: string[] = [];
  const tokens = marked.lexer(body);
  marked.walkTokens(tokens, (token: Token) => {
    if (token.type === 'html') problems.push(`${file}: body must not contain raw HTML, found ${token.raw.trim()}.`);
    if (token.type === 'link' && !isAllowedLink(token.href)) problems.push(`${file}: body must not link to ${token.href}.`);
  });
  const headings = tokens.flatMap((token) => (token.type === 'heading' && token.depth === 2 ? [token.text] : []));
  if (!/^\s*## /.test(body)) problems.push(`${file}: body must begin with a "## " heading.`);
  if (new Set(headings).size < headings.length) problems.push(`${file}: body must not have two sections of the same heading.`);
  return problems;
}

function isAllowedLink(href: string): boolean {
  if (href.startsWith('/')) return [...pagePaths, ...serviceSlugs.map((slug) => `/services/${slug}`)].includes(href);
  return href.startsWith('https://') && URL.canParse(href) && linkHosts.includes(new URL(href).host);
}

function serviceListProblems({ modules, services }: Content): string[] {
  const listed = (modules['content/services.ts']?.services ?? []) as { slug?: string }[];
  const missing = serviceSlugs.filter((slug) => !services.some((service) => service.slug === slug));
  const unknown = services.filter((service) => !serviceSlugs.includes(service.slug));
  return [
    ...missing.map((slug) => `content/services/${slug}.md: the file is missing.`),
    ...unknown.map(({ file }) => `${file}: the file belongs to no route of the specification.`),
    ...serviceSlugs.flatMap((slug, index) => mustBe('content/services.ts', `services[${index}]`, listed[index]?.slug, slug)),
  ];
}

function pageProblems(wording: Wording[]): string[] {
  const paths = wording
    .filter(({ file, field }) => file === 'content/pages.ts' && field.endsWith('.path'))
    .map(({ text }) => text);
  return pagePaths
    .filter((path) => !paths.includes(path))
    .map((path) => `content/pages.ts: pages must have an entry with path ${path}.`);
}

function complaintProblems(wording: Wording[]): string[] {
  const file = 'content/complaints.ts';
  const said = wording
    .filter((words) => words.file === file && words.field.endsWith('.text'))
    .map(({ text }) => text)
    .join(' ');
  return complaintLimits
    .filter((limit) => !new RegExp(`\\b${limit}\\b`).test(said))
    .map((limit) => `${file}: complaints must state "${limit}".`);
}

function repeats(wording: Wording[]): string[] {
  return wording.flatMap(({ file, field, text }, index) => {
    const first = wording.find((words) => words.text === text) ?? wording[index];
    return first === wording[index] ? [] : [`${file}: ${field} must be unique, it repeats ${first?.field} of ${first?.file}.`];
  });
}

function everyWording({ modules, services }: Content): Wording[] {
  return [
    ...Object.entries(modules).flatMap(([file, exports]) => wordingIn(file, exports)),
    ...services.flatMap(({ file, frontMatter, body }) => wordingIn(file, { ...frontMatter, body })),
  ];
}

export async function loadContent(root: string): Promise<Content> {
  const files = Object.keys(moduleShapes);
  const exports = await Promise.all(files.map((file) => loadModule(join(root, file))));
  const names = (await readdir(join(root, 'content/services'))).filter((name) => name.endsWith('.md'));
  return {
    modules: {
      ...Object.fromEntries(files.map((file, index) => [file, exports[index] ?? {}])),
      'content/services.ts': await loadServiceList(root),
    },
    services: await Promise.all(names.map((name) => loadMarkdown(root, `content/services/${name}`))),
  };
}

async function loadModule(path: string): Promise<Record<string, unknown>> {
  const { mtimeMs } = await stat(path);
  return { ...(await import(/* @vite-ignore */ `${pathToFileURL(path).href}?t=${Math.floor(mtimeMs)}`)) };
}

/** Evaluates the list with each card replaced by its slug: Node cannot import markdown, and the list's order is what matters. */
async function loadServiceList(root: string): Promise<Record<string, unknown>> {
  const source = await readFile(join(root, 'content/services.ts'), 'utf8');
  const code = source.replace(/^import (\w+) from '\.\/services\/([\w-]+)\.md\?card';$/gm, "const $1 = { slug: '$2' };");
  return { ...(await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) };
}

export async function loadMarkdown(root: string, file: string): Promise<MarkdownFile> {
  const source = await readFile(join(root, file), 'utf8');
  const [, yaml, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? [];
  if (yaml === undefined || body === undefined)
    throw new Error(`${file}: front matter must stand first, between two lines of "---".`);
  return { file, slug: basename(file, '.md'), frontMatter: parseFrontMatter(file, yaml), body };
}

function parseFrontMatter(file: string, yaml: string): Record<string, unknown> {
  try {
    return parse(yaml) ?? {};
  } catch (error) {
    throw new Error(`${file}: front matter must be YAML: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
}
