import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '#content/pages.ts';
import { root } from '#testing/product.ts';

const folder = join(root, '.content/services');

/** The pages of the services, in their order. */
export const services = readdirSync(folder)
  .map((file) => ({ path: `/services/${file.replace('.md', '')}`, order: orderIn(readFileSync(join(folder, file), 'utf8')) }))
  .sort((a, b) => a.order - b.order)
  .map(({ path }) => path);

/** The page of one service, for tests of what is the same on all. */
export const oneService = services[1] ?? services[0] ?? '/services';

/** The guides' pages. */
export const guides = readdirSync(join(root, '.content/guides')).map((file) => `/guides/${file.replace('.md', '')}`);

/** Pages that content/pages.ts does not name too have a file of their name. */
const ofFiles = readdirSync(join(root, '.content/pages')).map((file) => `/${file.replace('-head.ts', '')}`);

/** The paths of all pages but the one for an unknown path. */
export const routes = [
  ...[...new Set([...Object.values(pages).map(({ path }) => path), ...ofFiles])].filter(
    (path) => ![pages.notFound.path, '/home', '/not-found'].includes(path),
  ),
  ...services,
  ...guides,
];

export const nowhere = '/no-such-page';

/** The services and guides beside the first of each, which have the same template. Slow tests sweep them. */
export const furtherPages = [...services, ...guides].filter((path) => path !== oneService && path !== guides[0]);

/** A page of each template, for sweeps that cost much. */
export const templates = [...routes.filter((path) => !furtherPages.includes(path)), nowhere];

function orderIn(markdown: string): number {
  return Number(/^order: (\d+)$/m.exec(markdown)?.[1]);
}
