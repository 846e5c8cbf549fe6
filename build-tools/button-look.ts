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
  /** The numbers of a value that has this form. */
  const numbersOf = (property: string, form: RegExp) => {
    const value = shape.get(property) ?? notSaid(property, '.button');
    return (form.exec(value) ?? notPossible(property, value)).slice(1).map(Number);
  };
  const [above = 0, beside = above] = numbersOf('padding', /^([\d.]+)(?:px)?(?: ([\d.]+)(?:px)?)?$/).filter(
    (one) => !Number.isNaN(one),
  );
  const [lines = 0] = numbersOf('line-height', /^([\d.]+)$/);
  const [leastHeight = 0] = numbersOf('min-height', /^([\d.]+)px$/);
  const [border = 0] = numbersOf('border', /^([\d.]+)px /);
  const toLeastHeight = (leastHeight - rem * lines) / 2 - border;
  shape.set('line-height', `${rem * lines}px`).set('padding', `${Math.max(above, toLeastHeight)}px ${beside}px`);
  const taken = [...shape].filter(([property, value]) => value !== '' && !layout.includes(property));
  const style = Object.fromEntries(taken.map(([property, value]) => [camelCase(property), value]));
  const coloursOf = (selector: string) => {
    const named = (variable: string) => /^var\(--([\w-]+)\)$/.exec(rules(selector).get(variable) ?? '')?.[1];
    const ground = named('--button-ground') ?? notSaid('--button-ground', selector);
    // A line that is transparent on pages is of the ground's colour, which looks the same and which every mail program can draw.
    const borderColor = named('--button-line') ?? ground;
    return { backgroundColor: ground, borderColor, color: named('--button-ink') ?? notSaid('--button-ink', selector) };
  };
  return { style, action: coloursOf('.button-action'), primary: coloursOf('.button-primary') };
}

type Rules = (selector: string) => Map<string, string>;

/** Reads a stylesheet: what the rules with this selector say, without those that are nested in them. */
function rulesIn(root: string, sheet: string): Rules {
  let css = `\n${readFileSync(`${root}/${sheet}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')}`;
  // The innermost first.
  for (let before = ''; before !== css; ) {
    before = css;
    css = css.replace(/(\{[^{}]*?)[^;{}]*\{[^{}]*\}/g, '$1');
  }
  return (selector) => {
    const own = css
      .split(`\n${selector} {`)
      .slice(1)
      .map((rule) => rule.split('}')[0]);
    return new Map(
      Array.from(own.join('').matchAll(/([\w-]+):([^;]*);/g), ([, property = '', value = '']) => [property, value.trim()]),
    );
  };
}

function inPixels(property: string, value: string, tokens: Map<string, string>): string {
  const resolved = (part: string): string =>
    part.replace(/var\((--[\w-]+)\)/g, (unknown, name: string) =>
      tokens.has(name) ? resolved(tokens.get(name) ?? '') : unknown,
    );
  // A variable of buttons with a fallback is a colour, which each kind of button sets.
  const shape = resolved(value.replace(/ ?var\(--button-[\w-]+, .*\)/, ''));
  if (shape.includes('(')) notPossible(property, shape);
  return shape.replace(/([\d.]+)rem/g, (_, count: string) => `${Number(count) * rem}px`);
}

function notSaid(property: string, selector: string): never {
  throw new Error(`${buttonSheets[1]} does not say ${property} of ${selector}, which emails take from it.`);
}

function notPossible(property: string, value: string): never {
  throw new Error(`${buttonSheets[1]}: emails cannot have ${property}: ${value}.`);
}

const camelCase = (property: string) => property.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
