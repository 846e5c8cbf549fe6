import { createHash } from 'node:crypto';
import type { EntryContext } from 'react-router';
import { siteUrlPlaceholder } from './site-url.ts';
import { commonDirectives, trustOnlyOwnHtml } from './trusted-types.ts';

/**
 * Finishes a rendered public page. `isInvalid`: it shows validation errors, which its title says first. In development (`defer`
 * false) the scripts stay as they are. `serviceWorker` false: the page does not register one.
 */
export function finishDocument(
  rendered: string,
  options: { siteUrl: string; defer: boolean; isInvalid: boolean; serviceWorker: boolean; context: StartContext },
): { html: string; policy: string } {
  const titled = options.isInvalid ? rendered.replace('<title>', '<title>Error: ') : rendered;
  const marked = options.serviceWorker ? titled : titled.replace('<html ', '<html data-service-worker="off" ');
  const named = withLanguage(marked).replaceAll(siteUrlPlaceholder, options.siteUrl);
  if (!options.defer) return { html: named, policy: "frame-ancestors 'none'" };
  const html = startAfterFirstFrame(named, options.context);
  return { html, policy: contentPolicy(html, { https: options.siteUrl.startsWith('https:') }) };
}

/** Sets the document's language to that of its main part, where that is marked with a language and its direction. */
function withLanguage(html: string): string {
  const [, language = 'en'] = / lang="([a-z]{2})" dir="(?:ltr|rtl)"/.exec(html) ?? [];
  return language === 'en' ? html : html.replace(' lang="en-GB"', ` lang="${language}"`);
}

/**
 * The address of the map of /contact. It is allowed on every page, because a client-side navigation keeps the policy of the first
 * page.
 */
const map = 'https://www.openstreetmap.org/export/embed.html';

/** The Content-Security-Policy of one page: its own inline scripts and styles by hash, and no others. */
export function contentPolicy(html: string, options: { https: boolean }): string {
  const isRun = ({ tag }: Element) => !tag.includes(' src=') && !tag.includes('type="application/ld+json"');
  const scripts = hashesOf(elementsOf(html, 'script').filter(isRun));
  const styles = hashesOf(elementsOf(html, 'style'));
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' ${styles.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${map}`,
    "manifest-src 'self'",
    `frame-src ${map}`,
    ...commonDirectives({ ...options, policies: ['default', 'service-worker'] }),
  ].join('; ');
}

function hashesOf(elements: Element[]): string[] {
  return [...new Set(elements.map(({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))];
}

/**
 * Defers React Router's scripts until after the first paint: removes the preloads from the head and imports the modules from a small
 * script that waits for the first frame. Throws when the markup is not as expected, so that an upgrade of React Router fails the
 * tests and not in production.
 */
export function startAfterFirstFrame(html: string, context: StartContext): string {
  const { manifest, staticHandlerContext } = context;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = ids.map((id) => manifest.routes[id]).filter((route) => route !== undefined);
  const modules = [manifest.url, ...routes.map(({ module }) => module)];
  const files = routes.flatMap(({ module, imports = [] }) => [module, ...imports]);
  const preloads = [...new Set([manifest.url, manifest.entry.module, ...manifest.entry.imports, ...files])];

  const start = elementsOf(html, 'script').find(({ tag }) => tag.includes('type="module"'));
  const linkTo = (href: string) => `<link rel="modulepreload" href="${href}"/>`;
  const isAsExpected = start && routes.length === ids.length && preloads.every((href) => html.includes(linkTo(href)));
  const unlinked = preloads.reduce((page, href) => page.replace(linkTo(href), ''), html);
  if (!isAsExpected || unlinked.includes('rel="modulepreload"'))
    throw new Error('The page has not the preloads and the start script of its routes.');
  const script = `<script>${starter({ preloads, modules, ids, entry: manifest.entry.module })}</script>`;
  return unlinked.replace(start.whole, () => script);
}

/**
 * React Router's list of routes, without those of the desk and of the page of a claim, which are opened as documents. Every page
 * loads the whole list. bin/build.ts writes it to the file that it names.
 */
export function publicManifest(manifest: Manifest): Manifest {
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => !/^(desk|claimant)\//.test(id)));
  const folder = manifest.url.slice(0, manifest.url.lastIndexOf('/'));
  return { ...manifest, url: `${folder}/manifest-public-${manifest.version}.js`, routes };
}

export type Manifest = EntryContext['manifest'];

/** The parts of React Router's EntryContext that are read. */
export type StartContext = {
  manifest: Manifest;
  staticHandlerContext: { matches: { route: { id: string } }[] };
};

type Files = { preloads: string[]; modules: string[]; ids: string[]; entry: string };

/**
 * Runs after the first frame; in a hidden tab, which draws none, after one second, and otherwise after five at the latest.
 * `Promise.all` keeps the order that matters: manifest and routes before the entry.
 */
function starter({ preloads, modules, ids, entry }: Files): string {
  return `${trustOnlyOwnHtml}(function(){var begun=0;function go(){if(begun++)return;${JSON.stringify(preloads)}.forEach(function(h){var l=document.createElement("link");l.rel="modulepreload";l.href=h;document.head.appendChild(l)});Promise.all(${JSON.stringify(modules)}.map(function(h){return import(h)})).then(function(m){var r={};${JSON.stringify(ids)}.forEach(function(id,i){r[id]=m[i+1]});window.__reactRouterRouteModules=r;return import(${JSON.stringify(entry)})})}requestAnimationFrame(function(){setTimeout(go)});setTimeout(go,document.hidden?1e3:5e3)})()`;
}

export type Element = { whole: string; tag: string; text: string };

/**
 * Finds every script or style element of a rendered page. It uses indexOf instead of a pattern, which takes linear time for any
 * input.
 */
export function elementsOf(html: string, name: 'script' | 'style'): Element[] {
  const found: Element[] = [];
  for (let at = html.indexOf(`<${name}`); at !== -1; ) {
    const start = html.indexOf('>', at) + 1;
    const end = html.indexOf(`</${name}>`, start);
    if (start === 0 || end === -1) return found;
    const next = end + name.length + 3;
    found.push({ whole: html.slice(at, next), tag: html.slice(at, start), text: html.slice(start, end) });
    at = html.indexOf(`<${name}`, next);
  }
  return found;
}
