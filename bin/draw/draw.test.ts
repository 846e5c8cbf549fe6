import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Canvas } from './canvas.ts';
import { icon, manifest, svgIcon } from './icons.ts';
import { write } from './letters.ts';
import { ico, png } from './png.ts';
import { shareImage } from './share-image.ts';
import { readThemeColours } from './theme-colours.ts';

const theme = readThemeColours();

describe('the drawn files', () => {
  it('have a share image of the size that networks ask for', () => {
    const file = png(shareImage(theme));
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(file.length).toBeLessThan(100_000);
  });

  it('are PNG files whose rows are all there', () => {
    const file = png(icon(32, theme));
    expect(file.subarray(1, 4).toString()).toBe('PNG');
    const at = file.indexOf('IDAT');
    expect(inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)))).toHaveLength(32 * (32 * 4 + 1));
    expect(ico(32, file).subarray(22)).toEqual(file);
  });

  it('are square and opaque where the system rounds the corners', () => {
    expect(icon(180, theme, true).pixels[3]).toBe(255);
    expect(icon(180, theme).pixels[3]).toBe(0);
  });

  it('carry the colours of the theme, and say which one is missing', () => {
    expect(svgIcon(theme)).toContain(theme('route'));
    expect(manifest(theme)).toContain(theme('route-deep'));
    expect(() => theme('mauve')).toThrow('app/ui/theme.css has no colour --mauve');
    expect(readThemeColours('dark')('paper')).not.toBe(theme('paper'));
  });
});

describe('the letters', () => {
  it('write every letter and figure that a brand or a telephone number may have', () => {
    const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.,'?!:/+&";
    for (const letter of all) {
      const canvas = new Canvas(40, 40);
      write(canvas, letter, { x: 5, y: 5, height: 20, colour: '#000000' });
      expect(canvas.pixels.some((value) => value > 0)).toBe(true);
    }
  });

  it('keep the letter where they have not its accent', () => {
    const line = { x: 0, y: 0, height: 14, colour: '#000000' };
    expect(write(null, 'Séan’s', line)).toBe(write(null, "Sean's", line));
  });
});
