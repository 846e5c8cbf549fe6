import { readdirSync, realpathSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pathOf } from './content-files.ts';

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
    throw error instanceof Error ? new Error(unreadable(file, error), { cause: error }) : error;
  }
}

/** In a sentence that begins with the file and the line where it went wrong, which may be one that it imports. */
function unreadable(file: string, { message, stack = '' }: Error): string {
  const [, folder, path, line] = /\/\.?(content|gathered|forms)\/([\w/-]+\.ts)\?content=\d+:(\d+)/.exec(stack) ?? [];
  const where = folder === undefined ? file : `${folder.replace('gathered', 'content')}/${path}`;
  const [, other = '', name] = /^The requested module '([^']+)' does not provide an export named '(\w+)'/.exec(message) ?? [];
  const another = other.startsWith('#') ? other.slice(1) : posix.join(posix.dirname(where), other);
  if (name) return `${another}: ${name} is missing, which ${where} imports.`;
  return `${where}: ${line ? `line ${line} ` : ''}cannot be read: ${message.split('\n')[0]}.`;
}

/** Of the content, in milliseconds. A file that is taken away changes its folder. */
export function lastChange(root: string): number {
  const folder = pathOf(root, 'content');
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(folder, path)).mtimeMs);
  return Math.floor(Math.max(0, ...times));
}
