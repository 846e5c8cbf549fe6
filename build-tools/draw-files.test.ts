// Protects: icons and the share image have the sizes, safe zones and colours that systems ask for.
import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { sampleBrand } from '../bin/launch/content-check.ts';
import { ico, manifest, maskableIcon, png, shortName, svgIcon, widthOf } from './draw-files.ts';
import { shareImage } from './share-image.ts';
import { readThemeColours } from './theme-colours.ts';
import { themed } from './themed-drawings.ts';

const theme = readThemeColours();
const isPng = (file: Buffer) => file.subarray(1, 4).toString() === 'PNG';
const sizeOf = (file: Buffer) => [file.readUInt32BE(16), file.readUInt32BE(20)];

test('the share image has the size that networks ask for', () => {
  const file = png(shareImage(theme, widthOf), 1200);
  expect(isPng(file)).toBe(true);
  expect(sizeOf(file)).toEqual([1200, 630]);
  expect(file.length).toBeLessThan(100_000);
});

test('an .ico file holds the PNG as it is', () => {
  const file = png(svgIcon(theme), 32);
  expect(sizeOf(file)).toEqual([32, 32]);
  expect(ico(32, file).subarray(22)).toEqual(file);
});

test('an icon is square and opaque where the system rounds the corners', () => {
  const alphaOfCorner = (svg: string) => new Resvg(svg).render().pixels[3];
  expect(alphaOfCorner(svgIcon(theme, true))).toBe(255);
  expect(alphaOfCorner(svgIcon(theme))).toBe(0);
});

test('a maskable icon fills its square, and keeps its mark within the circle that systems leave', () => {
  const { pixels, width } = new Resvg(maskableIcon(theme), { fitTo: { mode: 'width', value: 200 } }).render();
  const ground = pixels.subarray(0, 4).toString('hex');
  const marked = Array.from({ length: pixels.length / 4 }, (_, index) => index).filter(
    (index) => pixels.subarray(4 * index, 4 * index + 4).toString('hex') !== ground,
  );
  const distances = marked.map((index) => Math.hypot((index % width) + 0.5 - 100, Math.floor(index / width) + 0.5 - 100));
  expect(pixels[3]).toBe(255);
  expect(Math.max(...distances)).toBeLessThanOrEqual(80);
  // The mark that ships is as large as it may be.
  expect(Math.max(...distances)).toBeGreaterThan((site.brand as string) === sampleBrand ? 60 : 30);
});

test.each([
  ['Kerbside Claims', 'Kerbside'],
  ['The Claims Co', 'The Claims'],
  ['AB Hire', 'AB Hire'],
  ["O'Shea & Sons Motor Claims", "O'Shea"],
  ['Northumberland Accident Help', 'Northumberland'],
])('below its icon %s is called %s', (brand, short) => {
  expect(shortName(brand)).toBe(short);
});

test('the drawings of the home page have the colours of the theme', () => {
  for (const name of ['hills', 'kerbside'])
    expect(readFileSync(`app/site/scene/${name}.svg`, 'utf8')).toMatch(/fill="var\(--(?:verge|motorway)\)"/);
  expect(themed('<path fill="var(--motorway)"/>', theme)).toBe(`<path fill="${theme('motorway')}"/>`);
  expect(() => themed('<path fill="var(--mauve)"/>')).toThrow('colours.css has no colour --mauve');
});

test('the files have the colours of the theme, and a missing one is named', () => {
  expect(svgIcon(theme, false, null)).toContain(theme('route'));
  expect(manifest(theme)).toContain(theme('route-deep'));
  expect(() => theme('mauve')).toThrow('colours.css has no colour --mauve');
  expect(readThemeColours('dark')('paper')).not.toBe(theme('paper'));
});

test('the font has every letter and figure that a brand or a telephone number may have', () => {
  const missing = '中';
  for (const email of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-–.,'’?!:/+éÉłŁŚżüß")
    expect(widthOf(email), email).not.toBe(widthOf(missing));
});

test('a long brand or heading is made smaller until it fits the sign', () => {
  const sizes = (svg: string) => Array.from(svg.matchAll(/font-size="([\d.]+)"/g), ([, size]) => Number(size));
  const wide = sizes(shareImage(theme, (text) => 4 * widthOf(text)));
  const [brand = 0, heading = 0] = sizes(shareImage(theme, widthOf));
  expect(wide.at(-1)).toBeLessThan(46);
  expect(wide[0]).toBeLessThan(brand);
  expect(wide[1]).toBeLessThan(heading);
});
