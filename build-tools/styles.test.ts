// Protects: every class, token and custom property is both defined and used.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { contrastProblems } from './colour-contrast.ts';

/** Compares stylesheets and components: every class in one is used in the other, and numbers that mean something are tokens. */

const root = fileURLToPath(new URL('..', import.meta.url));

const tokenFiles = [
  'app/ui/tokens.css',
  'app/ui/breakpoints.css',
  'app/desk/density.css',
  '.content/colours.css',
  '.content/colours-by-night.css',
];

/** Names that the styles of page changes select, which are loaded with their script. */
const scripted = ['page'];

const styles = [...filesOf('css'), ...filesOf('css', '.content')].map(({ file, text }) => ({
  file,
  text: text.replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}));
const sources = filesOf('tsx').map(({ text }) => text);
const allStyles = styles.map(({ text }) => text).join('\n');
const components = styles.filter(({ file }) => !tokenFiles.includes(file));

const selected = [...new Set([...allStyles.matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/g)].map(([, name = '']) => name))];
const classNames = sources
  .flatMap((source) => source.match(/className(?:=| = |: )(?:"[^"]*"|'[^']*'|\{[^\n]*?\}(?=[\s>]))/g) ?? [])
  .map((attribute) => attribute.replaceAll(/[!=]== '[^']*'/g, ''));
/** The beginning of a composed class, such as badge-${tone}. */
const prefixes = classNames.flatMap((attribute) => attribute.match(/[\w-]+-(?=\$\{)/g) ?? []);
const mentioned = new Set(classNames.flatMap((attribute) => attribute.match(/[\w-]+/g) ?? []));
const plain = classNames.flatMap((attribute) => attribute.match(/(?<=")[^"`]*(?=")|(?<=')[^'`]*(?=')/g) ?? []);

test('every class that is selected is used by a component', () => {
  expect(selected.length).toBeGreaterThan(100);
  expect(selected.filter((name) => !mentioned.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)))).toEqual([]);
});

test('every class of a component is selected by a stylesheet', () => {
  const names = new Set(plain.flatMap((list) => list.match(/(?<![^ ])[a-z][\w-]*(?![^ ])/g) ?? []));
  expect([...names].filter((name) => ![...selected, ...scripted].includes(name))).toEqual([]);
});

test('every class that a journey looks for is used by a component', () => {
  const wanted = filesOf('ts', 'e2e')
    .flatMap(({ text }) => text.match(/(?:locator|querySelector(?:All)?)\((['"`]).*?\1/g) ?? [])
    // What is in brackets is an attribute, such as the address of a file.
    .flatMap((selector) => selector.replaceAll(/\[[^\]]*\]/g, '').match(/(?<=(?<!\w)[a-z]*\.)[a-z][\w-]*/g) ?? []);
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((name) => !mentioned.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)))).toEqual([]);
});

test('every token is used, and every custom property that is used is set', () => {
  const code = [...sources, ...filesOf('ts').map(({ text }) => text), allStyles].join('\n');
  const uses = new Set([...code.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const set = new Set([...allStyles.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  expect([...set].filter((name) => !uses.has(name))).toEqual([]);
  const needed = [...allStyles.matchAll(/var\((--(?!radix)[\w-]+)\)/g)].map(([, name]) => name);
  expect(needed.filter((name) => !set.has(name))).toEqual([]);
});

test('the ring of the focus has a colour that is held against the ground it is on, whatever colours an owner has', () => {
  const rings = styles.flatMap(({ text }) =>
    [...text.matchAll(/[{}]([^{}]*--focus: var\(--([\w-]+)\)[^{}]*)/g)].flatMap(([, block = '', of = '']) => {
      const [, on] = /(?:background|--ground): var\(--([\w-]+)\)/.exec(block) ?? [];
      return on && on !== 'ground' ? [{ of, on }] : [];
    }),
  );
  expect(rings.length).toBeGreaterThan(5);
  const same = ({ of, on }: (typeof rings)[number]) => new Map([of, on].map((name) => [name, '#808080']));
  expect(rings.filter((ring) => contrastProblems('colours.css', same(ring)).length === 0)).toEqual([]);
});

test('the contrast of every text with its ground is held, whatever colours an owner has', () => {
  const isHeld = (of: string, on: string) =>
    contrastProblems(
      '',
      new Map([
        [of, '#777777'],
        [on, '#ffffff'],
      ]),
    ).length > 0;
  const grounds = ['paper', 'surface'];
  const blocks = styles
    .filter(({ file }) => !file.includes('print'))
    .flatMap(({ text }) => [...text.matchAll(/([^{};]*)\{([^{}]*)\}/g)])
    .map(([, selector = '', block = '']) => ({ selector: selector.trim(), block }))
    // Stars, bars and dots are no text, nor is a code for a camera.
    .filter(({ selector }) => !/\.stars|::|progress|\.enrolment-qr/.test(selector));
  const names = (block: string, property: RegExp) =>
    [...block.matchAll(property)].flatMap(
      ([, value = '']) => /^(?!color-mix).*var\(--(?!(?:\w+-)?ground)([\w-]+)[^(]*\)$/.exec(value)?.[1] ?? [],
    );
  const pairs = blocks.flatMap(({ selector, block }) => {
    const inks = names(block, /(?<![\w-])(?:color|--[\w]+-ink): ([^;]+)/g);
    const on = names(block, /(?<![\w-])(?:background|--(?:\w+-)?ground): ([^;]+)/g);
    // What names no ground is on a page, and a light ink on one of the signs; what names no ink has that of the page or of signs.
    const under = on.length > 0 ? on : inks.some((ink) => ink.startsWith('on-')) ? [] : grounds;
    const over = inks.length > 0 ? inks : on.map((ground) => (grounds.includes(ground) ? 'ink' : 'on-sign'));
    return over.flatMap((ink) => under.map((ground) => ({ selector, ink, ground })));
  });
  expect(pairs.length).toBeGreaterThan(60);
  expect(pairs.filter(({ ink, ground }) => !isHeld(ink, ground) && !isHeld(ground, ink))).toEqual([]);
  const mixes = new Set(allStyles.match(/(?<=background: )color-mix[^;]*var[^;]*var[^;]*/g));
  // The first is between two grounds; the other is what colour-contrast.ts asks for.
  expect([...mixes]).toEqual([
    'color-mix(in srgb, var(--surface) 60%, var(--paper))',
    'color-mix(in srgb, var(--surface) 82%, var(--motorway))',
  ]);
});

test('no style of a public page asks whether an element is the only one, which no browser knows while the page arrives', () => {
  const ofPages = styles.filter(({ file }) => file.startsWith('app/') && !file.startsWith('app/desk/'));
  expect(ofPages.length).toBeGreaterThan(20);
  expect(ofPages.filter(({ text }) => /:(only-|last-of-type|nth-last-)/.test(text)).map(({ file }) => file)).toEqual([]);
});

test('a change of page takes half a second, and under reduced motion there is none', () => {
  const { text = '' } = styles.find(({ file }) => file.endsWith('page-change.css')) ?? {};
  const [moving = '', still] = text.split(/\n\}\n(?=@keyframes page-out)/);
  expect(moving).toMatch(/^\s*@media \(prefers-reduced-motion: no-preference\) \{\s*@view-transition \{\s*navigation: auto;/);
  expect(new Set(moving.match(/[\d.]+m?s\b/g))).toEqual(new Set(['0.5s']));
  expect(still).not.toMatch(/animation|view-transition/);
});

test.each([
  ['a colour', /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi],
  ['a breakpoint', /@media[^{]*\((?:min-|max-)?width:[^{]*/g],
  ['a distance', /(?<![\w-])(?:gap|(?:row|column)-gap|(?:padding|margin)[\w-]*):[^;]*(?<![\w.])[\d.]+rem[^;]*;/g],
  ['a font size', /(?<![\w-])font-size:[^;]*(?<![\w.])[\d.]+rem[^;]*;/g],
  ['a radius', /(?<![\w-])border-radius:[^;]*(?<![\w.])[\d.]+(?:rem|px)[^;]*;/g],
])('%s is a token', (_, literal) => {
  expect(components.flatMap(({ file, text }) => (text.match(literal) ?? []).map((found) => `${file}: ${found}`))).toEqual([]);
});

function filesOf(kind: string, folder = 'app'): { file: string; text: string }[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const files = names
    .filter((name) => name.endsWith(`.${kind}`) && (folder === 'e2e' || !name.includes('.test.')))
    .map((name) => `${folder}/${name}`);
  return files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}
