// Protects: a logo is shown as it was drawn, and carries nothing else into the pages; what cannot be shown so is refused in a sentence.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { cleanLogo, type Logo, logoFiles, logoProblems, logoTile, readLogo } from './brand-logo.ts';
import { maskableIcon, svgIcon } from './draw-files.ts';
import { shareImage } from './share-image.ts';
import { readThemeColours } from './theme-colours.ts';

const root = join(import.meta.dirname, '..');
const saved = readFileSync(join(root, 'testing/rebranded/logo.svg'), 'utf8');
const theme = readThemeColours();

/** A drawing with this inside, or around it. */
const svg = (inside: string, attributes = 'viewBox="0 0 40 40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const square = '<path d="M4 4H36V36H4z"/>';
const cleaned = (source: string) => {
  const logo = cleanLogo(source);
  if (typeof logo === 'string') throw new Error(logo);
  return logo;
};

/** The colours of a drawing, pixel by pixel. */
const colours = (source: string) => {
  const { pixels } = new Resvg(source, { fitTo: { mode: 'width', value: 120 } }).render();
  return Array.from({ length: pixels.length / 4 }, (_, index) => pixels.subarray(4 * index, 4 * index + 4).toString('hex'));
};

test('what a program for drawing saves becomes paths and their colours, without its margins', () => {
  const { drawing, ...box } = cleaned(saved);
  expect(drawing).toMatch(/fill="#7a1f5c"/);
  expect(drawing).toContain('stop-color="#0b6e8f"');
  expect(drawing).not.toMatch(/style|class|metadata|title|inkscape|<!--/);
  expect(drawing.length).toBeLessThan(1_500);
  expect(box).toEqual({ x: 5, y: 5, width: 50, height: 36.5 });
});

test('it looks as it was drawn', () => {
  const logo = cleaned(saved);
  const box = [logo.x, logo.y, logo.width, logo.height].join(' ');
  const original = saved.replace(/width="60mm" height="50mm" viewBox="0 0 60 50"/, `viewBox="${box}"`);
  const ours = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${box}">${logo.drawing}</svg>`;
  expect(colours(ours)).toEqual(colours(original));
  expect(new Set(colours(ours)).size).toBeGreaterThan(5);
});

test.each([
  ['a script', `<script>alert(1)</script>${square}`, 'a script: remove it.'],
  ['a script of a namespace', `<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>${square}`, 'a script'],
  ['an event handler', '<path d="M4 4H36V36H4z" onload="alert(1)"/>', 'an event handler'],
  ['an event handler on a line of its own', '<path d="M4 4H36V36H4z"\nONCLICK = "alert(1)"/>', 'an event handler'],
  ['HTML', `<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">Hi</p></foreignObject>${square}`, 'HTML'],
  [
    'text',
    `<text x="4" y="9">Kerb</text>${square}`,
    'text, whose font others do not have: convert it to paths: in Inkscape, Path > Object to Path.',
  ],
  ['a picture', `<image href="data:image/png;base64,AA" width="9" height="9"/>${square}`, 'a picture of pixels'],
  ['a file of the machine', '<image xlink:href="/etc/passwd" width="9" height="9"/>', 'a picture of pixels'],
  ['a filter', `<filter id="f"><feFlood/></filter><g filter="url(#f)">${square}</g>`, 'a filter'],
  ['an animation', '<path d="M4 4H36V36H4z"><animate attributeName="x"/></path>', 'an animation'],
  ['a link', `<a xlink:href="javascript:alert(1)">${square}</a>`, 'a reference to another file'],
  ['a drawing elsewhere', '<use href="https://elsewhere.example/a.svg#a"/>', 'a reference to another file'],
  ['a stylesheet elsewhere', `<style>@import "https://elsewhere.example/a.css";</style>${square}`, 'a reference to another file'],
  [
    'a colour elsewhere',
    '<path d="M4 4H36V36H4z" style="fill:url(https://elsewhere.example/a.svg#a)"/>',
    'a reference to another file',
  ],
  ['a colour of the text around it', '<path d="M4 4H36V36H4z" fill="currentColor"/>', 'currentColor'],
])('%s is refused', (_, inside, sentence) => {
  expect(cleanLogo(svg(inside))).toMatch(`it must not have ${sentence}`);
});

test.each([
  ['no SVG', 'a drawing', 'it must have a viewBox'],
  ['no box', svg(square, 'width="40" height="40"'), 'it must have a viewBox: save it as plain SVG once more.'],
  ['half a file', svg(square).slice(0, -9), 'it cannot be read as SVG: '],
  ['nothing', svg('<path d="M4 4H36V36H4z" fill="none"/>'), 'it shows nothing.'],
  [
    'a name beside it',
    svg('<path d="M4 4H36V9H4z"/>'),
    'it must be at most twice as wide as high, or as high as wide, and is 32 by 5',
  ],
  [
    'entities',
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${svg(square)}`,
    'it must not have entities: save it as plain SVG.',
  ],
  [
    'too many points',
    svg(`<path d="M4 4${Array.from({ length: 1_500 }, (_, at) => `L${(at * 7.123) % 40} ${(at * 3.377) % 40}`).join('')}z"/>`),
    'it must have at most 8192 bytes without what is not drawn, and has ',
  ],
])('%s is refused', (_, source, sentence) => {
  expect(cleanLogo(source)).toContain(sentence);
});

test('a name with a sign of markup in it, and a comment with a script, carry nothing into the page', () => {
  const { drawing } = cleaned(
    svg(`<!-- <script>alert(1)</script> --><g id="a&quot;&lt;b&gt;"><path id="&lt;script&gt;" d="M4 4H36V36H4z"/></g>`),
  );
  expect(drawing).not.toMatch(/script|&lt;b/);
});

test('each icon and the share image show it on the ground of the header', () => {
  const logo = cleaned(saved);
  const drawn = (source: string) => new Set(colours(source));
  for (const source of [svgIcon(theme, false, logo), svgIcon(theme, true, logo), maskableIcon(theme, logo)])
    expect(drawn(source)).toContain('7a1f5cff');
  expect(new Resvg(svgIcon(theme, true, logo)).render().pixels[3]).toBe(255);
  expect(shareImage(theme, (text) => text.length * 50, logo)).toContain(logo.drawing);
});

test.each([
  [2, 1],
  [1, 1],
  [1, 2],
])('a maskable icon keeps a logo of %i by %i within the circle that systems leave', (width, height) => {
  const logo: Logo = { drawing: `<path fill="#ff0000" d="M0 0H${width}V${height}H0Z"/>`, x: 0, y: 0, width, height };
  const { pixels } = new Resvg(maskableIcon(theme, logo), { fitTo: { mode: 'width', value: 200 } }).render();
  const reds = Array.from({ length: pixels.length / 4 }, (_, at) => at).filter(
    (at) => pixels[4 * at] === 255 && pixels[4 * at + 1] === 0,
  );
  const distances = reds.map((at) => Math.hypot((at % 200) + 0.5 - 100, Math.floor(at / 200) + 0.5 - 100));
  expect(Math.max(...distances)).toBeLessThanOrEqual(80);
  expect(Math.max(...distances)).toBeGreaterThan(70);
});

test('a tile stays square whatever the logo is', () => {
  expect(new Resvg(logoTile(cleaned(saved), '#ffffff')).render()).toMatchObject({ width: 40, height: 40 });
});

test('a problem names the file, and a logo for the night alone is of no use', () => {
  const project = temporaryFolder();
  mkdirSync(join(project, '.content'));
  expect([logoProblems(project), readLogo('light', project)]).toEqual([[], null]);
  writeFileSync(join(project, '.content/logo-by-night.svg'), saved);
  expect(logoProblems(project)).toEqual([
    'content/logo-by-night.svg: it is of no use without content/logo.svg, which is shown by day.',
  ]);
  writeFileSync(join(project, '.content/logo.svg'), svg('<text>Kerb</text>'));
  expect(logoProblems(project)).toEqual([expect.stringMatching(/^content\/logo\.svg: it must not have text/)]);
  expect(() => readLogo('light', project)).toThrow('content/logo.svg: it must not have text');
});

test('its file is named by what it shows, so that a new logo has a new address', () => {
  const project = temporaryFolder();
  mkdirSync(join(project, '.content'));
  for (const name of ['colours.css', 'colours-by-night.css'])
    writeFileSync(join(project, '.content', name), readFileSync(join(root, 'content', name)));
  expect(logoFiles(project)).toEqual([]);
  writeFileSync(join(project, '.content/logo.svg'), saved);
  const [before] = logoFiles(project);
  expect(before?.path).toMatch(/^\/assets\/logo-[\w-]{8}\.svg$/);
  writeFileSync(join(project, '.content/logo.svg'), saved.replace('#7a1f5c', '#7a1f5d'));
  writeFileSync(join(project, '.content/logo-by-night.svg'), saved);
  const [after, night] = logoFiles(project);
  expect([after?.scheme, night?.scheme]).toEqual(['light', 'dark']);
  expect(new Set([before, after, night].map((file) => file?.path)).size).toBe(3);
});

test.each([
  [
    'a page as long as a road',
    svg(square, 'viewBox="0 0 1 100000000000"'),
    'its page must not be longer than 20 times its width',
  ],
  ['a page as wide as one', svg(square, 'viewBox="0 0 40 40" width="1e9" height="1e-3"'), 'its page must not be longer'],
  [
    'a file of megabytes',
    svg(`${square}<metadata>${'x'.repeat(600_000)}</metadata>`),
    'its file must have at most 512 KB, and has 587',
  ],
  ['comments that do not end', svg(square + '<!--'.repeat(50_000)), 'it cannot be read as SVG'],
  ['beginnings without an end', '<svg '.repeat(50_000), 'it must have a viewBox'],
])('%s is refused in a moment', (_, source, sentence) => {
  const started = performance.now();
  expect(cleanLogo(source)).toContain(sentence);
  expect(performance.now() - started).toBeLessThan(2_000);
});
