import { readFileSync } from 'node:fs';

/** A colour by its name in app/ui/tokens.css, as #rrggbb. */
export type ThemeColours = (name: string) => string;

export function readThemeColours(scheme: 'light' | 'dark' = 'light', file = 'app/ui/tokens.css'): ThemeColours {
  const [light = '', dark = ''] = readFileSync(file, 'utf8').split('(prefers-color-scheme: dark)');
  return (name) => {
    const colour = (scheme === 'dark' ? dark : light).match(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'i'))?.[1];
    if (!colour) throw new Error(`${file} has no colour --${name}, written as #rrggbb, for the ${scheme} scheme.`);
    return colour;
  };
}
