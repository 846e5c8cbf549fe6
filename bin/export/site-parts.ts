import { extname } from 'node:path';
import type { Site, SiteFile } from './collect-site.ts';

export const isAsset = ({ path }: SiteFile) => path.startsWith('/assets/');

/** Assets by extension, each with one of its files: all of them have the same headers. */
export function assetGroups({ files }: Site): { extension: string; file: SiteFile }[] {
  const groups = Map.groupBy(files.filter(isAsset), ({ name }) => extname(name).slice(1));
  return Array.from(groups, ([extension, [first, ...others]]) => {
    if (!first) throw new Error('A group has a file.');
    const headers = JSON.stringify([first.headers, Boolean(first.brotli)]);
    const other = others.find((file) => JSON.stringify([file.headers, Boolean(file.brotli)]) !== headers);
    if (other) throw new Error(`${other.path} has other headers than ${first.path}.`);
    return { extension, file: first };
  });
}

export function languagesOf({ files }: Site): string[] {
  return [...new Set(files.flatMap(({ language }) => language ?? []))];
}

/** Pages with slashes at their ends; the first group is the page. */
export function slashPattern({ redirects }: Site): string {
  return `^(${redirects.paths.map(inPattern).join('|')})/+$`;
}

/** Paths of the product's own routes. */
export function productPattern({ productRoutes }: Site): string {
  const patterns = productRoutes.map((route) =>
    route
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : inPattern(part)))
      .join('/')
      .replace(/\/\\\*$/, '(?:/.*)?'),
  );
  return [...new Set(patterns)].join('|');
}

function inPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
