import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { marked, type Token } from 'marked';
import { parse } from 'yaml';
import { copyHint, namedAsOwned, namedByPage, pathOf } from './content-files.ts';
import { answerProblems, closedDayProblems, countProblems, listProblems } from './content-lists.ts';
import { importContent } from './content-modules.ts';
import { fillPlaceholders, type Promises, promiseProblems } from './content-promises.ts';
import { retentionProblems } from './content-retention.ts';
import { guideShape, moduleShapes, serviceShape, shapeProblems, siteShape } from './content-shapes.ts';
import { type Wording, wordingIn, wordingProblems } from './content-wording.ts';
import { colourProblems } from './theme-colours.ts';

/** What was read, not yet trusted: each module's exports by file name, and the markdown of each service and guide. */
export type Content = { modules: Record<string, Record<string, unknown>>; services: MarkdownFile[]; guides: MarkdownFile[] };

export type MarkdownFile = { file: string; slug: string; frontMatter: Record<string, unknown>; body: string };

/** The pages that have to be there. Others may be. */
const pagePaths = '/ /about /services /guides /make-a-claim /roadside /partners /complaints /faq /contact /reviews *'.split(' ');
const serviceWords = { least: 100, most: 1500 };
const guideWords = { least: 600, most: 1200 };
const features = { least: 3, most: 8 };
const linkHosts = `officialinjuryclaim.org.uk www.nhs.uk www.gov.uk www.legislation.gov.uk www.mib.org.uk
  www.legalombudsman.org.uk www.financial-ombudsman.org.uk caselaw.nationalarchives.gov.uk www.bailii.org www.askmid.com
  www.moneyhelper.org.uk`.split(/\s+/);

const uniqueFields = [
  /^(pageTitle|pages\.\w+\.title)$/,
  /^(metaDescription|pages\.\w+\.description)$/,
  /^title$/,
  /^description$/,
  /^heading$/,
];

/** Everything wrong with the content, a sentence each, naming the file and the field. Pure. */
export function contentProblems(content: Content): string[] {
  const ofSite = siteProblems(content.modules[siteFile]);
  if (ofSite.length > 0) return ofSite;
  const wording = everyWording(content);
  const paths = pathsOf(content);
  return [
    ...Object.entries(moduleShapes).flatMap(([file, shape]) => shapeProblems(file, shape, content.modules[file] ?? {})),
    ...closedDayProblems(content.modules),
    ...retentionProblems(content.modules),
    ...listProblems(content.modules),
    ...(content.services.length === 0 ? ['content/services: there must be at least one service.'] : []),
    ...content.services.flatMap(serviceProblems),
    ...content.guides.flatMap(guideProblems),
    ...content.guides.flatMap((guide) => relatedProblems(guide, paths)),
    ...[...content.services, ...content.guides].flatMap((markdown) => linkProblems(markdown, paths)),
    ...answerProblems(wording, paths),
    ...orderProblems(content.services),
    ...pageProblems(wording),
    ...uniqueFields.flatMap((field) => repeats(wording.filter((words) => field.test(words.field)))),
    ...wording.flatMap(wordingProblems),
    ...wording.flatMap((words) => promiseProblems(words, content.modules[siteFile]?.site as Promises)),
  ];
}

/** The same of the content of a project, with its files named as the owner has them. */
export async function problemsUnder(root: string): Promise<string[]> {
  const problems = (await problemsOf(root)).map(namedByPage).map(namedAsOwned(root));
  return [...problems, ...copyHint(root, problems.join('\n'))];
}

async function problemsOf(root: string): Promise<string[]> {
  try {
    const ofSite = siteProblems(await importContent(root, siteFile));
    return ofSite.length > 0 ? ofSite : [...contentProblems(await loadContent(root)), ...colourProblems(root)];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const siteFile = 'content/site.ts';

/** Much is derived from it: while something is wrong there, only that is told. */
function siteProblems(exports: unknown): string[] {
  return shapeProblems(siteFile, siteShape, exports);
}

/** What can be said of one service's file without reading the others. */
export function serviceProblems({ file, frontMatter, body }: MarkdownFile): string[] {
  return [
    ...shapeProblems(file, serviceShape, frontMatter),
    ...countProblems(file, 'features', frontMatter.features, features),
    ...lengthProblems(file, body, serviceWords),
    ...bodyProblems(file, body),
  ];
}

/** What can be said of one guide's file without reading the others. */
export function guideProblems({ file, frontMatter, body }: MarkdownFile): string[] {
  const sources = Array.isArray(frontMatter.sources) ? frontMatter.sources : [];
  const strange = sources.flatMap(({ href }) => (href === undefined || isKnownHost(String(href)) ? [] : [href]));
  return [
    ...shapeProblems(file, guideShape, frontMatter),
    ...strange.map((href) => `${file}: sources must not link to ${href}.`),
    ...lengthProblems(file, body, guideWords),
    ...bodyProblems(file, body),
  ];
}

function relatedProblems({ file, frontMatter: { services } }: MarkdownFile, ours: string[]): string[] {
  const strange = Array.isArray(services) ? services.filter((slug) => !ours.includes(`/services/${slug}`)) : [];
  return strange.map((slug) => `${file}: services must not name ${slug}, which is no service.`);
}

function lengthProblems(file: string, body: string, { least, most }: { least: number; most: number }): string[] {
  const found = body.replace(/\]\([^)]*\)/g, ']').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  if (found >= least && found <= most) return [];
  return [`${file}: body must have ${least} to ${most} words, found ${found}.`];
}

function bodyProblems(file: string, body: string): string[] {
  const problems: string[] = [];
  const tokens = marked.lexer(body);
  marked.walkTokens(tokens, (token: Token) => {
    if (token.type === 'html') problems.push(`${file}: body must not contain raw HTML, found ${token.raw.trim()}.`);
  });
  const headings = tokens.flatMap((token) => (token.type === 'heading' && token.depth === 2 ? [token.text] : []));
  if (!/^\s*## /.test(body)) problems.push(`${file}: body must begin with a "## " heading.`);
  if (new Set(headings).size < headings.length) problems.push(`${file}: body must not have two sections of the same heading.`);
  return problems;
}

function linkProblems({ file, body }: MarkdownFile, ours: string[]): string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(body), (token: Token) => {
    if (token.type === 'link') links.push(token.href);
  });
  const strange = links.filter((href) => !(href.startsWith('/') ? ours.includes(href) : isKnownHost(href)));
  return strange.map((href) => `${file}: body must not link to ${href}.`);
}

function pathsOf({ modules, services, guides }: Content): string[] {
  const pages = Object.values((modules['content/pages.ts']?.pages ?? {}) as Record<string, { path?: string }>);
  return [
    ...pages.flatMap(({ path }) => path ?? []),
    ...services.map(({ slug }) => `/services/${slug}`),
    ...guides.map(({ slug }) => `/guides/${slug}`),
  ];
}

function isKnownHost(href: string): boolean {
  return href.startsWith('https://') && URL.canParse(href) && linkHosts.includes(new URL(href).host);
}

/** The menus and the cards follow `order`. */
function orderProblems(services: MarkdownFile[]): string[] {
  return services.flatMap(({ file, frontMatter: { order } }, index) => {
    const first = services.findIndex((service) => service.frontMatter.order === order);
    return first === index ? [] : [`${file}: order must be unique, it repeats that of ${services[first]?.file}.`];
  });
}

function pageProblems(wording: Wording[]): string[] {
  const paths = wording
    .filter(({ file, field }) => file === 'content/pages.ts' && field.endsWith('.path'))
    .map(({ text }) => text);
  return pagePaths
    .filter((path) => !paths.includes(path))
    .map((path) => `content/pages.ts: pages must have an entry with path ${path}.`);
}

function repeats(wording: Wording[]): string[] {
  return wording.flatMap(({ file, field, text }, index) => {
    const first = wording.find((words) => words.text === text) ?? wording[index];
    return first === wording[index] ? [] : [`${file}: ${field} must be unique, it repeats ${first?.field} of ${first?.file}.`];
  });
}

function everyWording({ modules, services, guides }: Content): Wording[] {
  return [
    ...Object.entries(modules).flatMap(([file, exports]) => wordingIn(file, exports)),
    ...[...services, ...guides].flatMap(({ file, frontMatter, body }) => wordingIn(file, { ...frontMatter, body })),
  ];
}

export async function loadContent(root: string): Promise<Content> {
  const languages = (await readdir(pathOf(root, 'content/roadside'))).filter((name) => /^[a-z]{2}\.ts$/.test(name));
  const files = [siteFile, ...Object.keys(moduleShapes), ...languages.map((name) => `content/roadside/${name}`)];
  const exports = await Promise.all(files.map((file) => importContent(root, file)));
  return {
    modules: Object.fromEntries(files.map((file, index) => [file, exports[index] ?? {}])),
    services: await loadFolder(root, 'content/services'),
    guides: await loadFolder(root, 'content/guides'),
  };
}

export async function loadFolder(root: string, folder: string, fill = fillPlaceholders): Promise<MarkdownFile[]> {
  const names = (await readdir(pathOf(root, folder))).filter((name) => name.endsWith('.md')).toSorted();
  return await Promise.all(names.map((name) => loadMarkdown(root, `${folder}/${name}`, fill)));
}

export async function loadMarkdown(root: string, file: string, fill = fillPlaceholders): Promise<MarkdownFile> {
  const { site } = await importContent(root, siteFile);
  const source = fill(await readFile(pathOf(root, file), 'utf8'), site as Promises);
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
