import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { Marked, Renderer, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type {
  GuideCard,
  GuideFrontMatter,
  GuidePageContent,
  PageSection,
  ServiceCard,
  ServiceFrontMatter,
  ServiceLink,
  ServicePageContent,
} from '#content/types.ts';
import { guideProblems, type MarkdownFile, serviceProblems } from '#content-rules/markdown.ts';
import { fillPlaceholders, type Promises } from '#content-rules/promises.ts';
import { markAtStart, plainText } from '../forms/marked-languages.ts';
import { nameOf, pathOf } from './content-files.ts';
import { loadFolder, loadMarkdown } from './load-content.ts';
import { problemsUnder } from './problems-under.ts';
import { safeMarkup } from './safe-markup.ts';

/**
 * Compiles the markdown of services and guides, so that no parser reaches the browser, and refuses to build from content that breaks
 * the rules. `x.md` is the route module of its page; `x.md?page`, `?card` and `?link` are what the page, the lists and the menus show.
 */
export function contentPlugin(): Plugin {
  let root = process.cwd();
  let building = false;
  return {
    name: 'kerbside:content',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
      building = config.command === 'build';
    },
    async buildStart() {
      const problems = building ? await problemsUnder(root) : [];
      if (problems.length > 0) this.error(problems.join('\n'));
    },
    load: {
      filter: { id: /\/(?:content|\.gathered)\/(services|guides)\/[\w-]+\.md\?(page|card|link)$/ },
      async handler(id) {
        const [path = id, query] = id.split('?');
        const markdown = await loadMarkdown(root, nameOf(root, path));
        const isGuide = markdown.file.startsWith('content/guides/');
        const related = query === 'page' ? `content/${isGuide ? 'services' : 'guides'}` : null;
        const others = related ? await loadFolder(root, related) : [];
        for (const { file } of [markdown, { file: 'content/site.ts' }, ...others])
          this.addWatchFile(realpathSync(pathOf(root, file)));
        const compile = (isGuide ? guideCompilers : serviceCompilers)[query ?? ''];
        const compiled = compile?.(markdown, others);
        if (this.environment.name === 'client')
          return { code: `export default ${JSON.stringify(compiled)};`, map: null, moduleType: 'js' };
        const at = async (hours: Promises['openingHours']) => {
          const marked = await loadMarkdown(root, markdown.file, withMark(hours));
          const relatives = related ? await loadFolder(root, related, withMark(hours)) : [];
          return compile?.(
            { ...marked, isChecked: true },
            relatives.map((one) => ({ ...one, isChecked: true })),
          );
        };
        const code = evaluatedAgain(await at('always'), await at({ times: [], bankHolidays: false }));
        return { code, map: null, moduleType: 'js' };
      },
    },
    // React Router reads a route's file itself and knows no loaded module: only a transformed one.
    transform: {
      filter: { id: /\/(?:content|\.gathered)\/(services|guides)\/[\w-]+\.md$/ },
      handler: (_, id) => ({
        code: id.includes('/guides/') ? guideRoute(basename(id)) : serviceRoute(basename(id)),
        map: null,
        moduleType: 'js',
      }),
    },
  };
}

function serviceRoute(file: string): string {
  return `import { createElement } from 'react';
    import { ServicePage, serviceMeta } from '#app/site/service-page.tsx';
    import service from './${file}?page';
    export const meta = () => serviceMeta(service);
    export default function Service() { return createElement(ServicePage, { service }); }`;
}

function guideRoute(file: string): string {
  return `import { createElement } from 'react';
    import { GuidePage, guideMeta } from '#app/site/guide-page.tsx';
    import guide from './${file}?page';
    export const meta = () => guideMeta(guide);
    export default function Guide() { return createElement(GuidePage, { guide }); }`;
}

/** What the opening hours are in a page until they are known. No text has it. */
const hoursMark = '\ue000';

function withMark(openingHours: Promises['openingHours']): typeof fillPlaceholders {
  return (text, site) => fillPlaceholders(text.replaceAll('$openHours', hoursMark), { ...site, openingHours });
}

/** On the server, where an owner can change the hours, and switch a service off (content/site-changes.ts). */
function evaluatedAgain(always: unknown, otherwise: unknown): string {
  return `import { evaluate, withoutLinksToOff } from '../site-changes.ts';
    import { isAlwaysOpen, openHours } from '../stated-hours.ts';
    const always = ${JSON.stringify(always)};
    const otherwise = ${JSON.stringify(otherwise)};
    const atHours = (page) => JSON.parse(JSON.stringify(page).replaceAll('${hoursMark}', openHours));
    let page;
    evaluate(() => { page = withoutLinksToOff(atHours(isAlwaysOpen ? always : otherwise)); });
    export { page as default };`;
}

/** `isChecked`: it was, with the hours that it has here no more. */
type Compiled = MarkdownFile & { isChecked?: boolean };

type Compilers = Record<string, (markdown: Compiled, others: MarkdownFile[]) => object>;

const serviceCompilers: Compilers = { page: servicePage, card: serviceCard, link: serviceLink };

const guideCompilers: Compilers = { page: guidePage, card: guideCard };

export function servicePage(markdown: MarkdownFile, guides: MarkdownFile[]): ServicePageContent {
  return {
    ...checked(markdown),
    slug: markdown.slug,
    href: hrefOf(markdown),
    sections: sectionsOf(markdown.body),
    guides: guides.filter((guide) => checkedGuide(guide).services.includes(markdown.slug)).map(addressOf),
  };
}

export function guidePage(markdown: MarkdownFile, services: MarkdownFile[]): GuidePageContent {
  const guide = checkedGuide(markdown);
  return {
    ...guide,
    href: hrefOf(markdown),
    reviewedOn: new Date(guide.reviewed).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
    sections: sectionsOf(markdown.body),
    services: services.filter(({ slug }) => guide.services.includes(slug)).map(addressOf),
  };
}

function guideCard(markdown: MarkdownFile): GuideCard {
  return { ...addressOf(markdown), lead: checkedGuide(markdown).lead };
}

function addressOf(markdown: MarkdownFile) {
  return { title: String(markdown.frontMatter.title), href: hrefOf(markdown) };
}

function serviceCard(markdown: MarkdownFile): ServiceCard {
  const { title, description, pictogram, order } = checked(markdown);
  return { title, description, href: hrefOf(markdown), pictogram, order };
}

function serviceLink(markdown: MarkdownFile): ServiceLink {
  const { title, order } = checked(markdown);
  return { title, href: hrefOf(markdown), order };
}

function checked(markdown: Compiled): ServiceFrontMatter {
  if (markdown.isChecked) return markdown.frontMatter as ServiceFrontMatter;
  const problems = serviceProblems(markdown);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return markdown.frontMatter as ServiceFrontMatter;
}

function checkedGuide(markdown: Compiled): GuideFrontMatter {
  if (markdown.isChecked) return markdown.frontMatter as GuideFrontMatter;
  const problems = guideProblems(markdown);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return markdown.frontMatter as GuideFrontMatter;
}

function hrefOf({ file }: MarkdownFile): string {
  return file.replace(/^content(.*)\.md$/, '$1');
}

function sectionsOf(body: string): PageSection[] {
  return body
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...rest] = section.split('\n');
      return { heading: heading.trim(), id: idOf(heading), html: compile(rest.join('\n')) };
    });
}

/** Markup that a page must not have is refused here, where somebody reads why. */
function compile(text: string): string {
  const html = marked.parse(text, { async: false }).trim();
  if (safeMarkup.test(html)) return html;
  throw new Error(`The text "${text.trim().slice(0, 60)}…" has markup that build-tools/safe-markup.ts does not know.`);
}

function idOf(heading: string): string {
  return plainText(heading)
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const marked = new Marked({
  extensions: [
    {
      name: 'language',
      level: 'inline',
      start: (text) => text.indexOf('['),
      tokenizer(text) {
        const mark = markAtStart(text);
        return mark ? { type: 'language', ...mark, tokens: this.lexer.inlineTokens(mark.words) } : undefined;
      },
      renderer({ language, tokens = [] }) {
        return `<span lang="${language}" dir="auto">${this.parser.parseInline(tokens)}</span>`;
      },
      childTokens: ['tokens'],
    },
  ],
  renderer: {
    /** The first cell of a row is its heading. */
    table({ header, rows }) {
      const cell = (name: string, { tokens }: Tokens.TableCell) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
      const row = (cells: string[]) => `<tr>${cells.join('')}</tr>\n`;
      const head = row(header.map((one) => cell('th', one)));
      const body = rows.map((cells) => row(cells.map((one, index) => cell(index === 0 ? 'th' : 'td', one))));
      return `<table>\n<thead>\n${head}</thead>\n<tbody>\n${body.join('')}</tbody>\n</table>\n`;
    },
    heading({ depth, text, tokens }) {
      return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link(token) {
      const html = Renderer.prototype.link.call(this, token);
      return token.href.startsWith('https://') ? html.replace('<a ', '<a rel="noopener" ') : html;
    },
  },
});
