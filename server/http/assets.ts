import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { copy, etagOf, type StoredFile } from './stored-file.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The built files by path, read once. What the build compressed (.br, .gz beside the file) is taken as it is. */
export function loadAssets(folder: string | null): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  if (folder === null || !existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    files.set(path, load(file, type, path.startsWith('/assets/')));
  }
  return files;
}

function load(file: string, type: string, named: boolean): StoredFile {
  const bytes = copy(readFileSync(file));
  const compressed = (suffix: string) => {
    if (!existsSync(file + suffix)) return undefined;
    const read = Promise.resolve(copy(readFileSync(file + suffix)));
    return () => read;
  };
  return {
    status: 200,
    // A file whose name holds its hash never changes.
    headers: { 'Content-Type': type, 'Cache-Control': named ? 'public, max-age=31536000, immutable' : 'public, max-age=3600' },
    etag: etagOf(bytes),
    bytes,
    brotli: compressed('.br'),
    gzip: compressed('.gz'),
  };
}
