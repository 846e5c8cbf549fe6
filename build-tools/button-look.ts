import { readFileSync } from 'node:fs';

/** In an email: the pixels of a rem, and of its text. */
const rem = 16;

/** What emails have in their own way: not every mail program knows flexible boxes or a least height. */
const layout = ['display', 'align-items', 'justify-content', 'gap', 'min-height', 'cursor'];

/** The two files that say it. */
export const buttonSheets = ['app/ui/tokens.css', 'app/ui/button.css'] as const;

/**
 * How the buttons of pages look, for emails, which take no stylesheet: an inline style with lengths in pixels, and the names of the
 * theme's colours of each kind. `action` is the button of the class `button-action`.
 */
export function readButtons(root: string) {
  const [tokens, rules] = buttonSheets.map((sheet) => rulesIn(root, sheet)) as [Rules, Rules];
  const shape = new Map(
    Array.from(rules('.button'), ([property, value]) => [property, inPixels(property, value, tokens(':root'))]),
  );
  const valueFor = (property: string) => {
    const value = shape.get(property);
    if (value === undefined)
      throw new Error(`${buttonSheets[1]} does not say ${property} of .button, which emails take from it.`);
    return value;
  };
  const [above = '', beside = above] = valueFor('padding').split(' ');
  const lineHeight = rem * Number(valueFor('line-height'));
  const toLeastHeight = (parseFloat(valueFor('min-height')) - lineHeight) / 2 - parseFloat(valueFor('border'));
  shape.set('line-height', `${lineHeight}px`).set('padding', `${Math.max(parseFloat(above), toLeastHeight)}px ${beside}`);
  const taken = [...shape].filter(([property, value]) => value !== '' && !layout.includes(property));
  const style = Object.fromEntries(taken.map(([property, value]) => [camelCase(property), value]));
  const coloursOf = (selector: string) => {
    const named = (variable: string, otherwise = '') =>
      /var\(--([\w-]+)\)/.exec(rules(selector).get(variable) ?? '')?.[1] ?? otherwise;
    const ground = named('--button-ground');
    // A line that is transparent on pages is of the ground's colour, which looks the same and which every mail program can draw.
    return { backgroundColor: ground, borderColor: named('--button-line', ground), color: named('--button-ink') };
  };
  return { style, action: coloursOf('.button-action'), primary: coloursOf('.button-primary') };
}

type Rules = (selector: string) => Map<string, string>;

/** Reads a stylesheet: what the rule with this selector says, without the rules that are nested in it. */
function rulesIn(root: string, sheet: string): Rules {
  const css = `\n${readFileSync(`${root}/${sheet}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')}`;
  return (selector) => {
    const [rule = ''] = css.split(`\n${selector} {`)[1]?.split(/[}&]/) ?? [];
    return new Map(Array.from(rule.matchAll(/([\w-]+):([^;]*);/g), ([, property = '', value = '']) => [property, value.trim()]));
  };
}

function inPixels(property: string, value: string, tokens: Map<string, string>): string {
  const resolved = (part: string): string =>
    part.replace(/var\((--[\w-]+)\)/g, (unknown, name: string) =>
      tokens.has(name) ? resolved(tokens.get(name) ?? '') : unknown,
    );
  // A variable with a fallback is a colour, which each kind of button sets.
  const shape = resolved(value.replace(/ ?var\(--[\w-]+, .*\)/, ''));
  if (shape.includes('(')) throw new Error(`${buttonSheets[1]}: emails cannot have ${property}: ${shape}.`);
  return shape.replace(/([\d.]+)rem/g, (_, count: string) => `${Number(count) * rem}px`);
}

const camelCase = (property: string) => property.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
