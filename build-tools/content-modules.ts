import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pathOf } from './content-files.ts';
import { mistypedSomewhere, notRead, unreadableContent } from './unreadable-content.ts';

/**
 * Node keeps each module that it has loaded by its address: with the same query all that it imports is read anew, too. It also keeps
 * where links lead to, and `.content` leads elsewhere once there is content of the owner's.
 */
registerHooks({
  resolve(specifier, context, next) {
    const version = /\?content=\d+$/.exec(context.parentURL ?? '')?.[0];
    const resolved = next(specifier, context);
    const isOurs = version && resolved.url.startsWith('file:') && !resolved.url.endsWith(version);
    if (!isOurs) return resolved;
    const url = specifier.startsWith('#content/') ? currentUrl(resolved.url, specifier.slice('#content'.length)) : resolved.url;
    return { ...resolved, url: `${url}${version}` };
  },
});

function currentUrl(url: string, path: string): string {
  if (!url.endsWith(path)) return url;
  return pathToFileURL(realpathSync(new URL(`.content${path}`, url.slice(0, -path.length)))).href;
}

/** The exports of a module as its file, and all that it imports, are now. */
export async function importContent(root: string, file: string): Promise<Record<string, unknown>> {
  try {
    const { href } = pathToFileURL(realpathSync(pathOf(root, file)));
    return { ...(await import(/* @vite-ignore */ `${href}?content=${lastChange(root)}`)) };
  } catch (error) {
    throw error instanceof Error
      ? new Error(unreadableContent(root, error) ?? `${file}: ${mistypedSomewhere(root, file, error) ?? `${notRead(error)}.`}`, {
          cause: error,
        })
      : error;
  }
}

/** Of the content, and of the forms, which are read anew with it, in milliseconds. A file that is taken away changes its folder. */
export function lastChange(root: string): number {
  const times = [pathOf(root, 'content'), join(root, 'forms')]
    .filter(existsSync)
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(folder, path)).mtimeMs),
    );
  return Math.floor(Math.max(0, ...times));
}
