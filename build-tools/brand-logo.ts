import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import type { Plugin } from 'vite';
import { pathOf } from './content-files.ts';
import { readThemeColours } from './theme-colours.ts';
import { dataUrl } from './themed-drawings.ts';

const files = { light: 'content/logo.svg', dark: 'content/logo-by-night.svg' };

type Scheme = keyof typeof files;

/** Every visitor loads it once, on a bad signal too. */
const maxBytes = 8 * 1024;

/** As programs for drawing save one of a few paths, with all their notes. What is much larger takes the build minutes. */
const maxSourceBytes = 512 * 1024;

/** The longer side of a page on which a drawing is, to the shorter one. */
const maxPageRatio = 20;

/** What a drawing cannot have, because it would run, be fetched, or look different on another machine; and what to do instead. */
const refused: [sign: RegExp, what: string, instead: string][] = [
  [/<(?:[\w-]+:)?script\b/i, 'a script', 'remove it'],
  [/\son\w+\s*=/i, 'an event handler', 'remove it: in Inkscape, File > Save As > Optimized SVG does'],
  [/<!ENTITY\b/, 'entities', 'save it as plain SVG'],
  [/<(?:[\w-]+:)?foreignObject\b/i, 'HTML in it (foreignObject)', 'draw it'],
  [/<(?:[\w-]+:)?text\b/i, 'text, whose font others do not have', 'convert it to paths: in Inkscape, Path > Object to Path'],
  [/<(?:[\w-]+:)?image\b/i, 'a picture of pixels', 'trace it: in Inkscape, Path > Trace Bitmap'],
  [/<(?:[\w-]+:)?filter\b/i, 'a filter', 'leave out shadows and blurs'],
  [/<(?:[\w-]+:)?(?:animate\w*|set)\b/i, 'an animation', 'remove it'],
  [
    /[\s:]href\s*=\s*["'](?!#)|@import|url\(\s*["']?(?!#|["']#)/i,
    'a reference to another file',
    'put what it shows into this one',
  ],
  [/currentColor/i, 'currentColor', 'write the colour, as icons have no text around them'],
];

/** What is left of a logo: paths, their colours, and what cuts them. Everything else is gone, with its scripts, names and metadata. */
const clean =
  /^(?:<\/?(?:g|path|defs|linearGradient|radialGradient|stop|clipPath|mask)(?: (?!on|style|href)[\w-]+="[^"<>&]*"| xlink:href="#[^"<>&]*")*\/?>)*$/;

/** A cleaned drawing, and the box around what it shows. */
export type Logo = { drawing: string; x: number; y: number; width: number; height: number };

/** Everything wrong with the logos of a project, a sentence each. */
export function logoProblems(root: string): string[] {
  const there = (Object.keys(files) as Scheme[]).filter((scheme) => existsSync(pathOf(root, files[scheme])));
  const alone = there.join() === 'dark' ? [`${files.dark}: it is of no use without ${files.light}, which is shown by day.`] : [];
  return [
    ...alone,
    ...there.flatMap((scheme) => {
      const problem = cleanLogo(readFileSync(pathOf(root, files[scheme]), 'utf8'));
      return typeof problem === 'string' ? [`${files[scheme]}: ${problem}`] : [];
    }),
  ];
}

/** The logo in the place of the brand's mark; null where the owner has none. */
export function readLogo(scheme: Scheme = 'light', root = fileURLToPath(new URL('..', import.meta.url))): Logo | null {
  const path = pathOf(root, files[scheme]);
  const logo = existsSync(path) ? cleanLogo(readFileSync(path, 'utf8')) : null;
  if (typeof logo === 'string') throw new Error(`${files[scheme]}: ${logo}`);
  return logo;
}

/** The logo in a square of 40, as large as fits into a box around the middle. */
export function logoIn({ drawing, x, y, width, height }: Logo, boxWidth: number, boxHeight = boxWidth): string {
  const [left, top] = [(40 - boxWidth) / 2, (40 - boxHeight) / 2];
  return `<svg x="${left}" y="${top}" width="${boxWidth}" height="${boxHeight}" viewBox="${[x, y, width, height].map((one) => Number(one.toFixed(3))).join(' ')}">${drawing}</svg>`;
}

/** The logo on the ground of the header, so that its colours are seen wherever it is shown. */
export function logoTile(logo: Logo, ground: string, radius = 8): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 40"><rect width="40" height="40" rx="${radius}" fill="${ground}"/>${logoIn(logo, 34)}</svg>`;
}

/** The files of the logo's tiles, of which the one by night is there where the owner has drawn it. */
export function logoFiles(root?: string): { scheme: Scheme; path: string; svg: string }[] {
  return (Object.keys(files) as Scheme[]).flatMap((scheme) => {
    const logo = readLogo(scheme, root);
    if (!logo) return [];
    const svg = logoTile(logo, readThemeColours(scheme, root)('surface'));
    return [{ scheme, svg, path: `/assets/logo-${createHash('sha256').update(svg).digest('base64url').slice(0, 8)}.svg` }];
  });
}

const id = 'virtual:brand-logo';

/**
 * The logo for pages: its module exports `byDay` and `byNight`, each the address of a picture, or null. In a picture no script would run.
 * In development, where nothing is drawn into files, the address is the picture itself.
 */
export function brandLogoPlugin(): Plugin {
  let root = process.cwd();
  let isBuild = false;
  return {
    name: 'kerbside:brand-logo',
    configResolved: (config) => {
      root = config.root;
      isBuild = config.command === 'build';
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return;
      for (const file of Object.values(files)) this.addWatchFile(pathOf(root, file));
      const addresses = new Map(
        // A space would end the address in a srcset.
        logoFiles(root).map(({ scheme, path, svg }) => [scheme, isBuild ? path : dataUrl(svg).replaceAll(' ', '%20')]),
      );
      const address = (scheme: Scheme) => JSON.stringify(addresses.get(scheme) ?? null);
      return `export const byDay = ${address('light')};\nexport const byNight = ${address('dark')};`;
    },
  };
}

/** Of a file as programs for drawing save it; or a sentence about what is wrong with it. */
export function cleanLogo(svg: string): Logo | string {
  // One that does not end goes on to the end of the file.
  const source = svg.replace(/<!--(?:[\s\S]*?-->|[\s\S]*$)/g, '');
  const [, what, instead] = refused.find(([sign]) => sign.test(withoutNames(source))) ?? [];
  if (what) return `it must not have ${what}: ${instead}.`;
  if (source.length > maxSourceBytes)
    return `its file must have at most ${maxSourceBytes / 1024} KB, and has ${Math.ceil(source.length / 1024)}: use fewer points (in Inkscape, Path > Simplify), and save it as plain SVG.`;
  if (!/<svg\b[^<>]*\sviewBox\s*=/.test(source)) return 'it must have a viewBox: save it as plain SVG once more.';
  try {
    const { width, height } = new Resvg(source, { font: { loadSystemFonts: false } });
    const [long, short] = [Math.max(width, height), Math.min(width, height)];
    // Of pixels of such a page there would be more than fit into the memory.
    if (!(long / short <= maxPageRatio))
      return `its page must not be longer than ${maxPageRatio} times its width, or wider: in Inkscape, Edit > Resize Page to Selection.`;
    const fitTo = { mode: width > height ? 'width' : 'height', value: 100 } as const;
    return measured(new Resvg(source, { fitTo, font: { loadSystemFonts: false } }));
  } catch (error) {
    return `it cannot be read as SVG: ${error instanceof Error ? error.message.replace(/^SVG data parsing failed cause /, '') : error}.`;
  }
}

/** The addresses of namespaces and document types, which nobody fetches. */
function withoutNames(source: string): string {
  return source.replace(/\sxmlns(?::[\w-]+)?\s*=\s*(?:"[^"]*"|'[^']*')|<!DOCTYPE[^[>]*>/g, '');
}

/** What the library that draws it has understood: it has resolved styles, units and uses. */
function measured(resvg: Resvg): Logo | string {
  const { x, y, width, height } = resvg.getBBox() ?? { x: 0, y: 0, width: 0, height: 0 };
  if (!(width > 0 && height > 0) || resvg.render().pixels.every((part) => part === 0)) return 'it shows nothing.';
  const ratio = width / height;
  if (ratio > 2 || ratio < 1 / 2)
    return `it must be at most twice as wide as high, or as high as wide, and is ${width.toFixed(0)} by ${height.toFixed(0)}: leave the name out, which is written beside it.`;
  const decimals = Math.min(6, Math.max(0, 5 - Math.ceil(Math.log10(Math.max(width, height)))));
  const drawing = shortened(resvg.toString(), decimals);
  if (!clean.test(drawing))
    return 'it has something that is no path: convert it to paths, without effects, and save it as plain SVG.';
  const bytes = Buffer.byteLength(drawing);
  if (bytes > maxBytes)
    return `it must have at most ${maxBytes} bytes without what is not drawn, and has ${bytes}: use fewer points (in Inkscape, Path > Simplify).`;
  return { drawing, x, y, width, height };
}

/** The inside of an SVG, without what is the default, and with coordinates as exact as the largest icon shows them. */
function shortened(svg: string, decimals: number): string {
  const number = (text: string) => String(Number(Number(text).toFixed(decimals)));
  const path = (d: string) => d.replace(/-?\d+\.\d+/g, number).replace(/ ?([A-Z]) ?/g, '$1');
  return svg
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
    .replace(/>\s+</g, '><')
    .trim()
    .replace(/ d="([^"]*)"/g, (_, d) => ` d="${path(d)}"`)
    .replace(/(<(?:g|path)) id="[^"]*"/g, '$1')
    .replace(/ stroke="none"| fill="#000000"/g, '')
    .replace('<defs/>', '');
}
