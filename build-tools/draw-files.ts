import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { markArrow } from '#content/mark.ts';
import { site } from '#content/site.ts';
import { type Logo, logoFiles, logoIn, logoTile, readLogo } from './brand-logo.ts';
import { shareImage } from './share-image.ts';
import { readThemeColours, type ThemeColours } from './theme-colours.ts';

/** Draws the icons, the web manifest and the share image from the brand's name and colours, so that they follow it. */
export function drawFiles(folder: string): void {
  const theme = readThemeColours();
  const icon = (width: number) => png(svgIcon(theme), width);
  const files = {
    'favicon.svg': `${svgIcon(theme)}\n`,
    'favicon.ico': ico(32, icon(32)),
    'apple-touch-icon.png': png(svgIcon(theme, true), 180),
    'icon-192.png': icon(192),
    'icon-512.png': icon(512),
    'icon-maskable-192.png': png(maskableIcon(theme), 192),
    'icon-maskable-512.png': png(maskableIcon(theme), 512),
    'site.webmanifest': manifest(theme),
    'desk.webmanifest': deskManifest(theme),
    'share.png': png(shareImage(theme, widthOf), 1200),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  for (const { path, svg } of logoFiles()) writeFileSync(join(folder, path), svg);
}

/** The logo, or the brand's mark, in a square of 40, as in app/ui/brand-mark.tsx; with `square` for systems that round the corners themselves. */
export function svgIcon(theme: ThemeColours, square = false, logo = readLogo()): string {
  if (logo) return logoTile(logo, theme('surface'), square ? 0 : 8);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="${square ? 0 : 8}" fill="${theme('route')}"/><rect x="2.5" y="2.5" width="35" height="35" rx="6" fill="none" stroke="${theme('on-sign')}" stroke-width="2"/><polygon points="${markArrow}" fill="${theme('action')}"/></svg>`;
}

/** The icon for systems that cut icons to a shape of their own: the mark is within the circle of 80 % that all of them leave. */
export function maskableIcon(theme: ThemeColours, logo = readLogo()): string {
  if (logo) return maskableLogo(theme, logo);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${theme('route')}"/><polygon transform="translate(20 20) scale(.8) translate(-21.5 -19.5)" points="${markArrow}" fill="${theme('action')}"/></svg>`;
}

/** In a box whose corners are on that circle. */
function maskableLogo(theme: ThemeColours, logo: Logo): string {
  const scale = 31 / Math.hypot(logo.width, logo.height);
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 40"><rect width="40" height="40" fill="${theme('surface')}"/>${logoIn(logo, logo.width * scale, logo.height * scale)}</svg>`;
}

export function manifest(theme: ThemeColours): string {
  const pngs = iconFiles();
  return JSON.stringify({
    name: site.brand,
    short_name: shortName(site.brand),
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    ...appearance(theme),
    icons: [...pngs, { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
    shortcuts: [
      { name: 'Report an accident', url: '/roadside', icons: pngs.slice(0, 1) },
      // A shortcut can only open a page of the site, so this one opens the page with the number.
      { name: 'Call', url: '/contact#call', icons: pngs.slice(0, 1) },
    ],
  });
}

/** The desk as an app of its own: an iPhone shows push messages of what is on the home screen, and has no bars, alone. */
function deskManifest(theme: ThemeColours): string {
  return JSON.stringify({
    name: `${site.brand} desk`,
    short_name: 'Desk',
    id: '/desk',
    start_url: '/desk',
    scope: '/desk',
    display: 'standalone',
    ...appearance(theme),
    icons: iconFiles(),
  });
}

function appearance(theme: ThemeColours) {
  return { lang: 'en-GB', background_color: theme('paper'), theme_color: theme('route-deep') };
}

function iconFiles() {
  return [192, 512].flatMap((size) => {
    const icon = { sizes: `${size}x${size}`, type: 'image/png' };
    return [
      { src: `/icon-${size}.png`, ...icon },
      { src: `/icon-maskable-${size}.png`, ...icon, purpose: 'maskable' },
    ];
  });
}

/** The first words of the brand, as many as fit below an icon. */
export function shortName(brand: string): string {
  const words = brand.split(' ');
  const fitting = words.map((_, index) => words.slice(0, index + 1).join(' ')).filter((name) => name.length <= 12);
  return (fitting.at(-1) ?? words[0] ?? '').replace(/ (?:&|and|of|the)$/i, '');
}

export function png(svg: string, width: number): Buffer {
  return render(svg, width).render().asPng();
}

/** The width of a text in the share image's font at a size of 100. */
export function widthOf(text: string): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" xml:space="preserve"><text font-size="100">${text}</text></svg>`;
  return render(svg, 1).getBBox()?.width ?? 0;
}

/** The font comes from a package and none from the machine, so that the picture is the same wherever it is built. */
function render(svg: string, width: number): Resvg {
  const font = fileURLToPath(import.meta.resolve('@expo-google-fonts/overpass/700Bold/Overpass_700Bold.ttf'));
  return new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: [font], defaultFontFamily: 'Overpass' },
  });
}

/** An .ico file that holds one PNG of at most 255 pixels. */
export function ico(size: number, image: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([size, size], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}
