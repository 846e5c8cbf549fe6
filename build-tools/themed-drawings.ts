import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, UserConfig } from 'vite';
import { readThemeColours } from './theme-colours.ts';

type Visitor = NonNullable<NonNullable<NonNullable<UserConfig['css']>['lightningcss']>['visitor']>;

const root = join(import.meta.dirname, '..');

/** A drawing in a stylesheet cannot read its custom properties: those that it names are filled in from content/colours.css. */
export const themedDrawings: Visitor = {
  Url(url) {
    const [, name] = /\/scene\/([\w-]+\.svg)\?inline$/.exec(url.url) ?? [];
    return name === undefined
      ? undefined
      : { ...url, url: dataUrl(themed(readFileSync(join(root, 'app/site/scene', name), 'utf8'))) };
  },
};

export function themed(svg: string, colours = readThemeColours()): string {
  return svg.replace(/var\(--([\w-]+)\)/g, (_, name) => colours(name));
}

export function dataUrl(svg: string): string {
  return `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#<>]/g, encodeURIComponent)}`;
}

/** In development, the sheets that show drawings are made anew when the colours change. */
export const themedDrawingsPlugin: Plugin = {
  name: 'kerbside:themed-drawings',
  hotUpdate({ file, modules }) {
    if (!file.endsWith('/colours.css')) return;
    const sheets = [...this.environment.moduleGraph.idToModuleMap.values()].filter(({ id }) => id?.includes('home-styles.css'));
    return [...modules, ...sheets];
  },
};
