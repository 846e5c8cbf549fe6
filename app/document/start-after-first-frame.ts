import { elementsOf } from './elements.ts';
import { trustOnlyOwnHtml } from './trusted-html.ts';

/**
 * Takes React Router's scripts off the way to the first paint: no preloads in the head, and the modules are imported by a small
 * script that waits for the first frame. Throws when the markup is not as expected, so that an upgrade fails the build's tests
 * instead of the phone.
 */
export function startAfterFirstFrame(html: string): string {
  const preloads = [...html.matchAll(/<link rel="modulepreload"[^<>]*href="([^"]+)"[^>]*\/?>/g)].map(([, href]) => href ?? '');
  const start = elementsOf(html, 'script').find(({ tag }) => tag.includes('type="module"'));
  if (preloads.length === 0 || !start) throw new Error('The page has not the preloads or the start script that were expected.');
  const script = `<script>${starter(preloads, importsOf(start.text))}</script>`;
  return html.replace(/<link rel="modulepreload"[^<>]*\/?>/g, '').replace(start.whole, () => script);
}

type Start = { manifest: string; routes: { id: string; href: string }[]; entry: string };

/** Reads React Router's start script: the manifest, the route modules, then the entry. */
function importsOf(script: string): Start {
  const manifest = script.match(/import\s*"([^"]+)"/)?.[1];
  const hrefs = new Map([...script.matchAll(/import \* as (\w+) from "([^"]+)"/g)].map(([, name, href]) => [name, href ?? '']));
  const routes = [...script.matchAll(/"([^"]+)":\s*(route\w+)/g)].map(([, id, name]) => ({
    id: id ?? '',
    href: hrefs.get(name) ?? '',
  }));
  const entry = script.match(/import\("([^"]+)"\)/)?.[1];
  const complete = manifest && entry && routes.length > 0 && routes.length === hrefs.size && routes.every(({ href }) => href);
  if (!complete) throw new Error(`React Router's start script is not as expected: ${script}`);
  return { manifest, routes, entry };
}

/**
 * After the first frame; in a tab that draws none after a second, and after five should a frame never come. A page kept by the browser for Back starts as usual.
 * `Promise.all` keeps the order that matters: manifest and routes before the entry.
 */
function starter(preloads: string[], { manifest, routes, entry }: Start): string {
  const modules = JSON.stringify([manifest, ...routes.map(({ href }) => href)]);
  const ids = JSON.stringify(routes.map(({ id }) => id));
  return `${trustOnlyOwnHtml}(function(){var begun=0;function go(){if(begun++)return;${JSON.stringify(preloads)}.forEach(function(h){var l=document.createElement("link");l.rel="modulepreload";l.href=h;document.head.appendChild(l)});Promise.all(${modules}.map(function(h){return import(h)})).then(function(m){var r={};${ids}.forEach(function(id,i){r[id]=m[i+1]});window.__reactRouterRouteModules=r;return import(${JSON.stringify(entry)})})}requestAnimationFrame(function(){setTimeout(go)});setTimeout(go,document.hidden?1e3:5e3)})()`;
}
