import { readFileSync } from 'node:fs';

/** In an email: the pixels of a rem, and of its text. */
const rem = 16;

/** What makes up the look of a button in an email beside its colours, border and padding. */
const properties = ['border-radius', 'font-weight', 'line-height', 'text-align', 'text-decoration'];

/** The properties of its colours, and the variables in which app/ui/button.css has them. */
const colours = { backgroundColor: '--button-ground', borderColor: '--button-line', color: '--button-ink' };

type ButtonLook = { style: Record<string, string>; colours: Record<string, string> };

/** The two files that say it. */
export const buttonSheets = ['app/ui/tokens.css', 'app/ui/button.css'] as const;

/**
 * How the buttons of pages look, for emails, which take no stylesheet: an inline style with lengths in pixels, and the names of the
 * theme's colours. `action` is the button of the class `button-action`.
 */
export function readButtons(root: string): Record<'action' | 'primary', ButtonLook> {
  const [tokens, rules] = buttonSheets.map((sheet) => declarationsIn(root, sheet)) as [Declarations, Declarations];
  const valueFor = (property: string) => inPixels(rules('.button', property), tokens);
  const border = valueFor('border').replace(/ var\(.*/, '');
  const [above = '', beside = ''] = valueFor('padding').split(' ');
  // Not every mail program knows a least height.
  const toLeastHeight = (parseFloat(valueFor('min-height')) - rem * Number(valueFor('line-height'))) / 2 - parseFloat(border);
  const style = {
    ...Object.fromEntries(properties.map((property) => [camelCase(property), valueFor(property)])),
    border,
    padding: `${Math.round(Math.max(parseFloat(above), toLeastHeight))}px ${beside}`,
  };
  const look = (selector: string) => {
    const named = Object.entries(colours).map(([property, variable]) => [
      property,
      /var\(--([\w-]+)\)/.exec(rules(selector, variable, ''))?.[1],
    ]);
    return { style, colours: Object.fromEntries(named.filter(([, name]) => name !== undefined)) };
  };
  return { action: look('.button-action'), primary: look('.button-primary') };
}

type Declarations = (selector: string, property: string, otherwise?: string) => string;

/** Reads a stylesheet: what the rule with this selector says of a property. */
function declarationsIn(root: string, sheet: string): Declarations {
  const css = `\n${readFileSync(`${root}/${sheet}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')}`;
  return (selector, property, otherwise) => {
    const [rule = ''] = css.split(`\n${selector} {`)[1]?.split(/[}&]/) ?? [];
    const value = new RegExp(`[\\s;]${property}:([^;]*);`).exec(rule)?.[1]?.trim() ?? otherwise;
    if (value === undefined) throw new Error(`${sheet} does not say ${property} of ${selector}, which emails take from it.`);
    return value;
  };
}

function inPixels(value: string, tokens: Declarations): string {
  const known = value.replace(/var\((--[\w-]+)\)/g, (_, name: string) => inPixels(tokens(':root', name), tokens));
  return known.replace(/([\d.]+)rem/g, (_, count: string) => `${Number(count) * rem}px`);
}

const camelCase = (property: string) => property.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
