// Protects: the picture in the README shows the home page in its present words.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { noCostShort } from '#content/no-cost.ts';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { root } from '#testing/product.ts';
import { sampleBrand } from '../bin/launch/content-check.ts';
import { ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const file = join(root, 'docs/screenshot.png');

/** What the picture is made of, which is kept in it: nobody reads a picture when they change a sentence. */
const words = [pages.home.heading, pages.home.lead, noCostShort].join(' ');

/** The picture is of the sample content. With README_PICTURE=1 it is made. */
test.runIf((site.brand as string) === sampleBrand)(
  'the picture in the README has the words of the home page, and is small',
  async () => {
    if (process.env.README_PICTURE) await drawPicture();
    const { exif } = await sharp(readFileSync(file)).metadata();
    expect(exif?.toString('latin1'), 'make it anew: README_PICTURE=1 npm test -- readme-picture').toContain(words);
    expect(statSync(file).size).toBeLessThan(100_000);
  },
);

async function drawPicture(): Promise<void> {
  const desktop = await sharp(await screenshot({ width: 1280, height: 860 }, 'light'))
    .resize({ width: 960 })
    .toBuffer();
  const phone = await sharp(await screenshot({ width: 375, height: 760 }, 'dark'))
    .resize({ width: 320 })
    .toBuffer();
  const layers = [
    { input: desktop, left: 20, top: 20 },
    { input: phone, left: 1000, top: 20 },
  ];
  await sharp({ create: { width: 1340, height: 690, channels: 3, background: '#e7ebe8' } })
    .composite(layers)
    .png({ palette: true, colours: 32, effort: 10 })
    .withExif({ IFD0: { ImageDescription: words } })
    .toFile(file);
}

async function screenshot(viewport: { width: number; height: number }, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  const page = await journey.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  await page.goto(journey.product.url);
  await ready(page);
  return page.screenshot();
}
