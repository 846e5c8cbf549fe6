import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StoredFile, storeText } from './stored-files.ts';

/** The path of the service worker. It can only serve pages in and below its own folder, so this is the root. */
const serviceWorkerPath = '/service-worker.js';

/** That of the desk is below it, and gets push messages for its pages alone. */
const deskWorkerPath = '/desk/push-worker.js';

/** What browsers save to be read without a network: SHA-256 (base64) of each file by its path. */
export type SavedSite = { version: string; pages: Record<string, string>; assets: Record<string, string> };

type Files = Map<string, StoredFile>;

/** What the build made of app/service-worker. `imports` has the assets that each asset names. */
type Built = { worker: string; deskWorker: string; switchedOff: string; imports: Record<string, string[]> };

/** Reads what the build made; null where nothing is built. */
export function readBuilt(folder: string | null): Built | null {
  if (folder === null || !existsSync(folder)) return null;
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    worker: read('service-worker.js'),
    deskWorker: read('desk-worker.js'),
    switchedOff: read('switched-off.js'),
    imports: JSON.parse(read('imports.json')) as Built['imports'],
  };
}

/**
 * The service workers for this build and these pages, by path. Where they are switched off, each removes itself, and what was saved;
 * null of `files` is for pages that are not saved.
 */
export function serviceWorkerFiles(
  { worker, deskWorker, switchedOff, imports }: Built,
  files: { pages: Files; assets: Files } | null,
): Files {
  return new Map([
    [serviceWorkerPath, scriptFile(files ? completeWorker(worker, files.pages, assetsOf(files, imports)) : switchedOff)],
    [deskWorkerPath, scriptFile(files ? deskWorker : switchedOff)],
  ]);
}

function scriptFile(script: string): StoredFile {
  return storeText(script, {
    'Content-Type': 'text/javascript; charset=utf-8',
    // Browsers look for a new version on each visit. No cache in between may give them an old one.
    'Cache-Control': 'no-cache',
    'Content-Security-Policy':
      "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; report-uri /csp-reports",
  });
}

function completeWorker(worker: string, pages: Files, assets: Files): string {
  const digests = (files: Files) => Object.fromEntries(Array.from(files, ([path, { digest }]) => [path, digest]));
  const list = { pages: digests(pages), assets: digests(assets) };
  const version = createHash('sha256')
    .update(JSON.stringify(list) + worker)
    .digest('base64url')
    .slice(0, 22);
  return `self.savedSite=${JSON.stringify({ version, ...list } satisfies SavedSite)};\n${worker}`;
}

/** Every asset that these pages load, at once or later. */
function assetsOf({ pages, assets }: { pages: Files; assets: Files }, imports: Record<string, string[]>): Files {
  const found: Files = new Map();
  const left = Array.from(pages.values(), ({ bytes }) => new TextDecoder().decode(bytes)).flatMap(
    (html) => html.match(/\/assets\/[\w.-]+/g) ?? [],
  );
  for (let path = left.pop(); path; path = left.pop()) {
    const file = assets.get(path);
    if (!file || found.has(path)) continue;
    found.set(path, file);
    left.push(...(imports[path] ?? []));
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
