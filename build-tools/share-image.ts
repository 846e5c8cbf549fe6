import { markArrow } from '#content/mark.ts';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { shortHours } from '#content/stated-hours.ts';
import { plainText } from '#forms/marked-languages.ts';
import { logoTile, readLogo } from './brand-logo.ts';
import type { ThemeColours } from './theme-colours.ts';

/** What a link to the site looks like in a chat: 1200 by 630, the home page's sign at the roadside. */
export function shareImage(theme: ThemeColours, widthOf: (text: string) => number, logo = readLogo()): string {
  const mark = `<rect x="2.5" y="2.5" width="35" height="35" rx="6" fill="none" stroke="${theme('on-sign')}" stroke-width="2"/><polygon points="${markArrow}" fill="${theme('action')}"/>`;
  const lines = plainText(pages.home.heading)
    .split(/(?<=[.?!]) /)
    .map(escaped);
  const brand = escaped(site.brand);
  const number = escaped(`${shortHours}  ${site.helpline.display}`);
  /** The largest font size up to `most` at which all of these fit. */
  const largestSize = (texts: string[], width: number, most: number) =>
    Math.min(most, (100 * width) / Math.max(...texts.map(widthOf)));
  const size = Math.min(largestSize(lines, 945, 96), 200 / lines.length);
  const numberSize = largestSize([number], 930, 46);
  const numberWidth = (widthOf(number) * numberSize) / 100;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" xml:space="preserve">
    <rect width="1200" height="630" fill="${theme('sky')}"/>
    ${road(theme)}
    <rect x="60" y="36" width="1080" height="418" rx="28" fill="${theme('route')}"/>
    <rect x="73.5" y="49.5" width="1053" height="391" rx="17" fill="none" stroke="${theme('on-sign')}" stroke-width="7"/>
    <g transform="translate(120 80) scale(1.6)">${logo ? logoTile(logo, theme('surface')).replace('<svg ', '<svg width="40" height="40" ') : mark}</g>
    <g fill="${theme('on-sign')}">
      <text x="206" y="131" font-size="${largestSize([brand], 870, 52)}">${brand}</text>
      ${lines.map((line, index) => `<text x="120" y="${250 + (index - 0.15) * size}" font-size="${size}">${line}</text>`).join('')}
    </g>
    <rect x="120" y="352" width="${numberWidth + 50}" height="64" rx="12" fill="${theme('action')}"/>
    <text x="144" y="400" font-size="${numberSize}" fill="${theme('on-action')}">${number}</text>
  </svg>`;
}

function road(theme: ThemeColours): string {
  return `<rect y="420" width="1200" height="92" fill="${theme('verge')}"/>
    <path d="M190,440h20v60h-20zM990,440h20v60h-20z" fill="${theme('post')}"/>
    <rect y="512" width="1200" height="14" fill="${theme('kerb')}"/>
    <rect y="526" width="1200" height="104" fill="${theme('tar')}"/>
    <path d="M-20,609.5H1200" stroke="${theme('on-sign')}" stroke-width="7" stroke-dasharray="60"/>
    <g transform="translate(830 440) scale(1.3)">
      <path d="M12,90V66Q12,55 21,53L30,50L45,30Q49,24 57,24H106Q115,24 120,30L142,51L178,58Q191,61 191,73V90z" fill="#f6f3ea"/>
      <path d="M41,50L52,35Q54,32 59,32H78V50zM84,32H105Q112,32 116,36L130,50H84z" fill="#2d4654"/>
      <path d="M12,66H19V75H12zM184,64L190,66L191,73H183z" fill="#ff9900"/>
      <g fill="#c9d0d0" stroke="#14181a" stroke-width="10"><circle cx="52" cy="90" r="10"/><circle cx="159" cy="90" r="10"/></g>
    </g>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
