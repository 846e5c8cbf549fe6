import { markArrow } from '../../app/ui/mark.ts';
import { site } from '../../content/site.ts';
import { Canvas } from './canvas.ts';
import type { ThemeColours } from './theme-colours.ts';

/** The brand's mark in a square: the sign, its keyline, the arrow. */
export function drawMark(
  canvas: Canvas,
  at: { x: number; y: number; size: number; square?: boolean },
  theme: ThemeColours,
): void {
  const unit = at.size / 40;
  const tile = (inset: number, radius: number, colour: string) => {
    const side = (40 - 2 * inset) * unit;
    canvas.rectangle(at.x + inset * unit, at.y + inset * unit, side, side, colour, radius * unit);
  };
  tile(0, at.square ? 0 : 8, theme('route'));
  tile(1.5, 7, theme('keyline'));
  tile(3.5, 5, theme('route'));
  canvas.fill(`M${markArrow.replaceAll(' ', 'L')}`, { x: at.x, y: at.y, scale: unit }, theme('now'));
}

/** The mark as a picture of its own; square where the system rounds the corners itself. */
export function icon(size: number, theme: ThemeColours, square = false): Canvas {
  const canvas = new Canvas(size, size);
  drawMark(canvas, { x: 0, y: 0, size, square }, theme);
  return canvas;
}

export function svgIcon(theme: ThemeColours): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="${theme('route')}"/><rect x="2.5" y="2.5" width="35" height="35" rx="6" fill="none" stroke="${theme('keyline')}" stroke-width="2"/><polygon points="${markArrow}" fill="${theme('now')}"/></svg>\n`;
}

export function manifest(theme: ThemeColours): string {
  const pngs = [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }));
  return JSON.stringify({
    name: site.brand,
    short_name: site.brand.split(' ')[0],
    lang: 'en-GB',
    start_url: '/',
    display: 'minimal-ui',
    background_color: theme('paper'),
    theme_color: theme('route-deep'),
    icons: [...pngs, { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  });
}
