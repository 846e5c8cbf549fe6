import { createHash } from 'node:crypto';
import { keepTypedScript } from './keep-typed.ts';
import { siteUrlPlaceholder } from './site-url.ts';
import { commonDirectives } from './trusted-types.ts';

/** Files of the public pages' script: the one that starts, and those that it loads for a form. */
export type PublicScripts = { start: string; form: string[] };

/**
 * Finishes a rendered public page. `isInvalid`: it shows validation errors, which its title says first. `scripts` null: in development,
 * where they are loaded from their sources. `serviceWorker` false: the page does not register one.
 */
export function finishDocument(
  rendered: string,
  options: { siteUrl: string; scripts: PublicScripts | null; isInvalid: boolean; serviceWorker: boolean },
): { html: string; policy: string } {
  const { siteUrl, scripts, isInvalid, serviceWorker } = options;
  const titled = isInvalid ? rendered.replace('<title>', `<title>${errorWord(rendered)}`) : rendered;
  const marked = serviceWorker ? titled : titled.replace('<html ', '<html data-service-worker="off" ');
  const named = withLanguage(marked).replaceAll(siteUrlPlaceholder, siteUrl);
  const html = named
    .replace('<head>', () => `<head><script>${earlyScript}</script>`)
    .replace(endOfForm, () => endOfForm + (scripts ? starter(scripts.start, scripts.form) : ''))
    .replace('</body>', () => `${speculationRules}${endOfBody(scripts, named)}</body>`);
  return { html, policy: scripts ? contentPolicy(html, { https: siteUrl.startsWith('https:') }) : "frame-ancestors 'none'" };
}

/**
 * Runs before the first paint. It keeps what opens a notice and is clicked before the page's script is there, which takes it from here
 * (app/islands/page-notices.ts), and marks the page for its entry animation where the browser has no transition between documents.
 */
const earlyScript = `(function(d){window.kerbsideEarly=[];["click","submit"].forEach(function(t){addEventListener(t,function(e){var k=window.kerbsideEarly;k&&e.target.closest("[data-in-progress]")&&k.push(e)})});"onpagereveal"in window||d.referrer.indexOf(location.origin+"/")||d.documentElement.setAttribute("data-enters","")})(document)`;

/**
 * Which links' pages the browser may fetch when somebody points at them. The script marks the page where the line is fast. A private
 * link may be opened once somebody clicks on it, and not before.
 */
const speculationRules = `<script type="speculationrules">${JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ selector_matches: '[data-prefetch] a' }, { not: { href_matches: ['/your-claim*', '/your-claim/*', '/desk*'] } }],
      },
      eagerness: 'moderate',
    },
  ],
})}</script>`;

/** As the page has it before an answer that is wrong, in its language. */
function errorWord(html: string): string {
  return /class="field-error"><span class="sr-only">([^<]+)/.exec(html)?.[1] ?? 'Error: ';
}

/** Sets the document's language to that of its main part, where that is marked with a language and its direction. */
function withLanguage(html: string): string {
  const [, language = 'en'] = / lang="([a-z]{2,3})" dir="(?:ltr|rtl)"/.exec(html) ?? [];
  return language === 'en' ? html : html.replace(' lang="en-GB"', ` lang="${language}"`);
}

/** The address of the map of /contact. */
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
    ...commonDirectives({ ...options, policies: ['service-worker'] }),
  ].join('; ');
}

function hashesOf(elements: Element[]): string[] {
  return [...new Set(elements.map(({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))];
}

/** What is requested after it waits neither for the rest of the page nor for a further round trip. */
const endOfForm = `${keepTypedScript}</script>`;

function endOfBody(scripts: PublicScripts | null, html: string): string {
  if (!scripts) return developmentScripts;
  return html.includes(endOfForm) ? '' : starter(scripts.start, []);
}

/**
 * The script that requests the page's own one after the first frame, which has been drawn when the second begins; in a hidden tab, which
 * draws none, after one second, and otherwise after five at the latest. `form`: the other files, of a page with a form, in the middle of
 * which this comes; they run once the whole page is there.
 */
function starter(start: string, form: string[]): string {
  const run = `import(${JSON.stringify(start)})`;
  const runOnceParsed = `function run(){${run}}d.readyState=="loading"?d.addEventListener("DOMContentLoaded",run):run()`;
  const request = `${JSON.stringify([start, ...form])}.forEach(function(h){var l=d.createElement("link");l.rel="modulepreload";l.href=h;d.head.appendChild(l)});`;
  const go = form.length > 0 ? request + runOnceParsed : run;
  return `<script>(function(d){var begun=0;function go(){if(begun++)return;${go}}requestAnimationFrame(function(){requestAnimationFrame(function(){setTimeout(go)})});setTimeout(go,d.hidden?1e3:5e3)})(document)</script>`;
}

/** Vite's own scripts come first: they replace modules while the page is open. */
const developmentScripts = ['/@vite/client', '/@id/__x00__virtual:react-router/inject-hmr-runtime', '/app/islands/site-script.ts']
  .map((file) => `<script type="module" src="${file}"></script>`)
  .join('');

type Element = { whole: string; tag: string; text: string };

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
