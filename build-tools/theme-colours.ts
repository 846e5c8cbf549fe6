import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buttonSheets, readButtons } from './button-look.ts';
import { contrastProblems } from './colour-contrast.ts';
import { pathOf } from './content-files.ts';

const sheets = { light: 'content/colours.css', dark: 'content/colours-by-night.css' };

type Scheme = keyof typeof sheets;

/** A colour by its name in content/colours.css or, for dark screens, colours-by-night.css, as #rrggbb. */
export type ThemeColours = (name: string) => string;

export function readThemeColours(scheme: Scheme = 'light', root = fileURLToPath(new URL('..', import.meta.url))): ThemeColours {
  const found = coloursIn(pathOf(root, sheets[scheme]));
  return (name) => {
    const colour = found.get(name);
    if (!colour) throw new Error(`${sheets[scheme]} has no colour --${name}.`);
    return colour;
  };
}

/** Colours that are missing, that nobody reads, that drawings and emails could not take, or that cannot be read on their ground. */
export function colourProblems(root: string): string[] {
  const shipped = coloursIn(`${root}/${sheets.light}`);
  const byDay = coloursIn(pathOf(root, sheets.light));
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const file = sheets[scheme];
    const colours = coloursIn(pathOf(root, file));
    const missing = scheme === 'light' ? [...shipped.keys()].filter((name) => !colours.has(name)) : [];
    return [
      ...missing.map((name) => `${file}: --${name} is missing.`),
      ...[...colours].flatMap(([name, colour]) => [
        ...(shipped.has(name) ? [] : [`${file}: --${name} is no colour that anything has.`]),
        ...(/^#[0-9a-f]{6}$/i.test(colour) ? [] : [`${file}: --${name} ${notWritten(colour)}.`]),
      ]),
      // What is as by day is told there.
      ...(scheme === 'light'
        ? contrastProblems(file, colours)
        : contrastProblems(file, new Map([...byDay, ...colours]), (names) => names.some((name) => colours.has(name)))),
    ];
  });
}

/** What is wrong with a colour that is not written as #rrggbb. */
function notWritten(colour: string): string {
  if (/\n|,$/.test(colour)) return 'needs a semicolon at its end';
  const [, digits = ''] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(colour) ?? [];
  const meant = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `must be written as #rrggbb${meant ? `: write #${meant}` : ''}`;
}

/** The last of each name, as for browsers, except what is for print. A value ends at the next name, where its semicolon is missing. */
function coloursIn(path: string): Map<string, string> {
  const [css = ''] = readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('@media print');
  return new Map(
    Array.from(css.matchAll(/--([\w-]+):\s*((?:(?!\n\s*--)[^;}])*(?:\n(?=\s*--))?)/g), ([, name = '', value = '']) => [
      name,
      value.replace(/^ +| +$/g, ''),
    ]),
  );
}

/** What e-mails take of the brand's colours, besides those of buttons. */
const names = [...['paper', 'surface', 'ink', 'muted', 'line', 'link', 'alert'], ...['route', 'route-line', 'on-sign']];

const id = 'virtual:theme-colours';

/**
 * The look of pages for what takes no stylesheet: its module exports the brand's colours, `light` and `dark`, and `buttons`. What has no
 * colour of its own by night keeps that of the day.
 */
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
      for (const sheet of Object.values(sheets)) this.addWatchFile(realpathSync(pathOf(root, sheet)));
      for (const sheet of buttonSheets) this.addWatchFile(`${root}/${sheet}`);
      const buttons = readButtons(root);
      const ofButtons = [buttons.action, buttons.primary].flatMap((colours) => Object.values(colours));
      const all = [...new Set([...names, ...ofButtons])];
      const light = Object.fromEntries(all.map((name) => [name, readThemeColours('light', root)(name)]));
      const byNight = coloursIn(pathOf(root, sheets.dark));
      const dark = Object.fromEntries(all.map((name) => [name, byNight.get(name) ?? light[name]]));
      return Object.entries({ light, dark, buttons })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
