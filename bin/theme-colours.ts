import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const tokens = 'app/ui/tokens.css';

/** A colour by its name in app/ui/tokens.css, as #rrggbb. */
export type ThemeColours = (name: string) => string;

export function readThemeColours(scheme: 'light' | 'dark' = 'light', file = tokens): ThemeColours {
  const found = coloursIn(file)[scheme];
  return (name) => {
    const colour = found(name);
    if (!colour) throw new Error(`${file} has no colour --${name}, written as #rrggbb, for the ${scheme} scheme.`);
    return colour;
  };
}

function coloursIn(file: string) {
  const [light = '', dark = ''] = readFileSync(file, 'utf8').split('(prefers-color-scheme: dark)');
  const find = (css: string) => (name: string) => css.match(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'i'))?.[1];
  return { light: find(light), dark: find(dark) };
}

/** What e-mails take of the brand's colours. */
const names = [
  ...['paper', 'surface', 'ink', 'muted', 'line', 'link', 'alert'],
  ...['route', 'route-line', 'action', 'on-action', 'on-sign'],
];

const id = 'virtual:theme-colours';

/** The brand's colours for what takes no stylesheet: its module exports `light` and `dark`. What has no colour of its own by night keeps that of the day. */
export function themeColoursPlugin(): Plugin {
  let root = process.cwd();
  return {
    name: 'kerbside:theme-colours',
    configResolved: (config) => {
      root = config.root;
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return;
      const file = join(root, tokens);
      this.addWatchFile(file);
      const light = Object.fromEntries(names.map((name) => [name, readThemeColours('light', file)(name)]));
      const dark = Object.fromEntries(names.map((name) => [name, coloursIn(file).dark(name) ?? light[name]]));
      return `export const light = ${JSON.stringify(light)};\nexport const dark = ${JSON.stringify(dark)};`;
    },
  };
}
