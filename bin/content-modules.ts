import { readdirSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Node keeps each module that it has loaded by its address: with the same query all that it imports is read anew, too. */
registerHooks({
  resolve(specifier, context, next) {
    const version = /\?content=\d+$/.exec(context.parentURL ?? '')?.[0];
    const resolved = next(specifier, context);
    return version && resolved.url.startsWith('file:') ? { ...resolved, url: `${resolved.url}${version}` } : resolved;
  },
});

/** The exports of a module as its file, and all that it imports, are now. */
export async function importContent(root: string, file: string): Promise<Record<string, unknown>> {
  return { ...(await import(/* @vite-ignore */ `${pathToFileURL(join(root, file)).href}?content=${lastChange(root)}`)) };
}

function lastChange(root: string): number {
  const folder = join(root, 'content');
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(folder, path)).mtimeMs);
  return Math.floor(Math.max(0, ...times));
}
