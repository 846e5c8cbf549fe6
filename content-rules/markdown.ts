import { marked, type Token } from 'marked';
import { countProblems, pageMeant } from './lists.ts';
import { shapeProblems } from './shape-problems.ts';
import { guideShape, serviceShape } from './shapes.ts';

export type MarkdownFile = { file: string; slug: string; frontMatter: Record<string, unknown>; body: string };

const serviceWords = { least: 100, most: 1500 };
const guideWords = { least: 600, most: 1200 };
const features = { least: 3, most: 8 };
const linkHosts = `officialinjuryclaim.org.uk www.nhs.uk www.gov.uk www.legislation.gov.uk www.mib.org.uk
  www.legalombudsman.org.uk www.financial-ombudsman.org.uk caselaw.nationalarchives.gov.uk www.bailii.org www.askmid.com
  www.moneyhelper.org.uk`.split(/\s+/);

const notOfficial = 'none of the official sites that content-rules/markdown.ts lists';

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
    ...strange.map((href) => `${file}: sources must not link to ${href}, which is ${notOfficial}.`),
    ...lengthProblems(file, body, guideWords),
    ...bodyProblems(file, body),
  ];
}

/** Services that a guide names and that never were there. One that was taken away is left out of its links. */
export function relatedProblems({ file, frontMatter: { services } }: MarkdownFile, known: string[]): string[] {
  const strange = Array.isArray(services) ? services.filter((slug) => !known.includes(slug)) : [];
  return strange.map((slug) => `${file}: services must not name ${slug}, which is no service.`);
}

/** Links to no page of ours, or to no official site. */
export function linkProblems({ file, body }: MarkdownFile, ours: string[]): string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(body), (token: Token) => {
    if (token.type === 'link') links.push(token.href);
  });
  const strange = links.filter((href) => !(href.startsWith('/') ? ours.includes(href) : isKnownHost(href)));
  return strange.map((href) => `${file}: body must not link to ${href.replaceAll('%5C', '\\')}, which is ${whyNot(href, ours)}.`);
}

/** Why a link leads nowhere, and what was meant. */
function whyNot(href: string, ours: string[]): string {
  const page = pageMeant(href, ours);
  const isPath = !/^[a-z]+:|^\/\//i.test(href);
  if (isPath) return `no page${page ? `: write ${page}` : ''}`;
  const secure = href.replace(/^http:/i, 'https:');
  if (isKnownHost(secure)) return `not https: write ${secure}`;
  return `${notOfficial}${page ? `: for the page here write ${page}` : ''}`;
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
    // Browsers show none from elsewhere on these pages.
    if (token.type === 'image' && !/^(?:\/(?![/\\])|data:image\/)/i.test(token.href))
      problems.push(`${file}: body must not show a picture of another site, found ${token.raw.trim()}.`);
    // What a tag opened ends with another, of which it is enough to tell once. A block goes on behind its first tag.
    if (token.type === 'html' && !/^<\/\w+>\s*$/.test(token.raw))
      problems.push(`${file}: body must not contain raw HTML, found ${token.raw.trim()}.`);
  });
  const headings = tokens.flatMap((token) => (token.type === 'heading' && token.depth === 2 ? [token.text] : []));
  if (!/^\s*## /.test(body)) problems.push(`${file}: body must begin with a "## " heading.`);
  if (new Set(headings).size < headings.length) problems.push(`${file}: body must not have two sections of the same heading.`);
  return problems;
}

function isKnownHost(href: string): boolean {
  return href.startsWith('https://') && URL.canParse(href) && linkHosts.includes(new URL(href).host);
}
