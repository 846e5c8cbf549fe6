import type { EntryContext } from 'react-router';
import { elementsOf } from './elements.ts';
import { trustOnlyOwnHtml } from './trusted-html.ts';

/**
 * Takes React Router's scripts off the way to the first paint: no preloads in the head, and the modules are imported by a small
 * script that waits for the first frame. Throws when the markup is not as expected, so that an upgrade fails the tests instead of
 * the phone.
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

/** What is read of the context that React Router gives to entry.server. */
export type StartContext = Pick<EntryContext, 'manifest'> & {
  staticHandlerContext: { matches: { route: { id: string } }[] };
};

type Files = { preloads: string[]; modules: string[]; ids: string[]; entry: string };

/**
 * After the first frame; in a tab that draws none after a second, and after five should a frame never come. A page kept by the browser
 * for Back starts as usual.
 * `Promise.all` keeps the order that matters: manifest and routes before the entry.
 */
function starter({ preloads, modules, ids, entry }: Files): string {
  return `${trustOnlyOwnHtml}(function(){var begun=0;function go(){if(begun++)return;${JSON.stringify(preloads)}.forEach(function(h){var l=document.createElement("link");l.rel="modulepreload";l.href=h;document.head.appendChild(l)});Promise.all(${JSON.stringify(modules)}.map(function(h){return import(h)})).then(function(m){var r={};${JSON.stringify(ids)}.forEach(function(id,i){r[id]=m[i+1]});window.__reactRouterRouteModules=r;return import(${JSON.stringify(entry)})})}requestAnimationFrame(function(){setTimeout(go)});setTimeout(go,document.hidden?1e3:5e3)})()`;
}
