import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { icon, manifest, svgIcon } from './draw/icons.ts';
import { ico, png } from './draw/png.ts';
import { shareImage } from './draw/share-image.ts';
import { readThemeColours } from './draw/theme-colours.ts';

/** Draws the icons, the web manifest and the share image from the brand's name and colours, so that they follow it. */
export function drawFiles(folder: string): void {
  const theme = readThemeColours();
  const files = {
    'favicon.svg': svgIcon(theme),
    'favicon.ico': ico(32, png(icon(32, theme))),
    'apple-touch-icon.png': png(icon(180, theme, true)),
    'icon-192.png': png(icon(192, theme)),
    'icon-512.png': png(icon(512, theme)),
    'site.webmanifest': manifest(theme),
    'share.png': png(shareImage(theme)),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}
