import { basename, join, relative } from 'node:path';
import { Marked, Renderer, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { trustedHtml } from '#app/document/trusted-types.ts';
import type { ServiceCard, ServiceFrontMatter, ServiceLink, ServicePageContent, ServiceSection } from '#content/types.ts';
import { contentProblems, loadContent, loadMarkdown, type MarkdownFile, serviceProblems } from './content-rules.ts';

/**
 * Compiles the services' markdown, so that no parser reaches the browser, and refuses to build from content that breaks the rules.
 * `x.md` is the route module of a service's page; `x.md?page`, `?card` and `?link` are what the page, the cards and the menus show.
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
      const problems = await problemsUnder(root);
      if (problems.length === 0) return;
      if (building) this.error(problems.join('\n'));
      this.warn(problems.join('\n'));
    },
    load: {
      filter: { id: /\/content\/services\/[\w-]+\.md\?(page|card|link)$/ },
      async handler(id) {
        const [path = id, query] = id.split('?');
        this.addWatchFile(path);
        const markdown = await loadMarkdown(root, relative(root, path).replaceAll('\\', '/'));
        const compile = query === 'link' ? serviceLink : query === 'card' ? serviceCard : servicePage;
        return { code: `export default ${JSON.stringify(compile(markdown))};`, map: null, moduleType: 'js' };
      },
    },
    // React Router reads a route's file itself and knows no loaded module: only a transformed one.
    transform: {
      filter: { id: /\/content\/services\/[\w-]+\.md$/ },
      handler: (_, id) => ({ code: serviceRoute(basename(id)), map: null, moduleType: 'js' }),
    },
    async hotUpdate({ file }) {
      if (this.environment.name !== 'client' || !file.startsWith(join(root, 'content'))) return;
      for (const problem of await problemsUnder(root)) this.environment.logger.warn(problem);
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

export function servicePage(markdown: MarkdownFile): ServicePageContent {
  return {
    ...checked(markdown),
    slug: markdown.slug,
    href: hrefOf(markdown),
    sections: sectionsOf(markdown.body),
  };
}

export function serviceCard(markdown: MarkdownFile): ServiceCard {
  const { title, description, pictogram, order } = checked(markdown);
  return { title, description, href: hrefOf(markdown), pictogram, order };
}

export function serviceLink(markdown: MarkdownFile): ServiceLink {
  const { title, order } = checked(markdown);
  return { title, href: hrefOf(markdown), order };
}

function checked(markdown: MarkdownFile): ServiceFrontMatter {
  const problems = serviceProblems(markdown);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return markdown.frontMatter as ServiceFrontMatter;
}

function hrefOf({ slug }: MarkdownFile): string {
  return `/services/${slug}`;
}

function sectionsOf(body: string): ServiceSection[] {
  return body
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...rest] = section.split('\n');
      return { heading: heading.trim(), id: idOf(heading), html: compile(rest.join('\n')) };
    });
}

/** What the browser would not take when the page is reached by a link is refused here, where somebody reads why. */
function compile(text: string): string {
  const html = marked.parse(text, { async: false }).trim();
  if (trustedHtml.test(html)) return html;
  throw new Error(`The text "${text.trim().slice(0, 60)}…" has markup that app/document/trusted-types.ts does not know.`);
}

function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const marked = new Marked({
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

async function problemsUnder(root: string): Promise<string[]> {
  try {
    return contentProblems(await loadContent(root));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
