// Protects: the site of another business shows nothing of the sample.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { isAlwaysOpen } from '#content/stated-hours.ts';
import { root } from '#testing/product.ts';
import { site as sample } from '../../content/site.ts';
import { setupJourney } from '../harness/journey.ts';
import { nowhere, routes } from '../harness/site-paths.ts';

const journey = setupJourney();

/** Of which nothing may be left, where the owner says otherwise. The sample itself has nothing to look for. */
const ours = JSON.stringify(site) + (isAlwaysOpen ? '24/7' : '');
const { helpline, whatsapp } = sample;
const words = [sample.brand, sample.legalName, sample.email, sample.town, helpline.display, helpline.tel, whatsapp.href, '24/7'];
const strange = [...words, ...coloursOf('content').filter((one) => !coloursOf('.content').includes(one))].filter(
  (one) => !ours.includes(one),
);

test('no page, file, script or style has anything left of the sample', async () => {
  const folder = join(root, 'build/client/assets');
  const assets = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name));
  const paths = [...routes, nowhere, '/site.webmanifest', '/favicon.svg', '/.well-known/security.txt', '/service-worker.js'];
  const texts = [
    ...(await Promise.all(paths.map(async (path) => [path, (await journey.product.request(path)).text]))),
    ...assets.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  ];
  expect(texts.flatMap(([name, text]) => strange.flatMap((one) => (text?.includes(one) ? `${name}: ${one}` : [])))).toEqual([]);
});

/** The sign colours, which have no names in what is built. */
function coloursOf(folder: string): string[] {
  const css = readFileSync(join(root, folder, 'colours.css'), 'utf8');
  return [...css.matchAll(/--(?:route|route-deep|motorway): (#\w{6})/g)].map(([, colour = '']) => colour);
}
