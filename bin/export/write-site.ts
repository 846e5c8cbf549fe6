import { createHash } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { caddySite } from './caddy-site.ts';
import type { Response, Site } from './collect-site.ts';
import { nginxMaps, nginxServer } from './nginx-site.ts';
import { headersFile, redirectsFile } from './static-host.ts';

/** Writes the whole site into `folder`, which will be `servedAt` on the server. */
export async function writeSite(site: Site, folder: string, servedAt: string): Promise<void> {
  for (const file of [...site.files, { ...site.notFound, name: '404.html' }]) writeFile(join(folder, 'site', file.name), file);
  for (const { name, ...page } of site.errors) writeFile(join(folder, 'errors', name), page);
  const texts = {
    'nginx-http.conf': nginxMaps(site),
    'nginx-server.conf': nginxServer(site, servedAt),
    Caddyfile: caddySite(site, servedAt),
    'site/_headers': headersFile(site),
    'site/_redirects': redirectsFile(site),
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
}

function writeFile(path: string, { body, brotli, gzip }: Response): void {
  mkdirSync(dirname(path), { recursive: true });
  // The compressed files get the time of their content, because the three change together.
  const time = timeOf(body);
  for (const [suffix, bytes] of [
    ['', body],
    ['.br', brotli],
    ['.gz', gzip],
  ] as const) {
    if (!bytes) continue;
    writeFileSync(path + suffix, bytes);
    utimesSync(path + suffix, time, time);
  }
}

const from2000 = 946_684_800;
const twentyYears = 631_152_000;

/**
 * nginx and Caddy make the ETag of a file from its time and its size. A time made from the content gives the same ETag for the same
 * content in every release and on every machine, and another one for any other content.
 */
function timeOf(content: Uint8Array): number {
  return from2000 + (createHash('sha256').update(content).digest().readUInt32BE() % twentyYears);
}
