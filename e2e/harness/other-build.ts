import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#testing/product.ts';
import { makeFolder } from '#testing/test-run.ts';

/** Words on every page of the build, and their replacement on every page of the other one. */
export const marks = { own: 'Terms of Service', other: 'Terms of Service now' };

/**
 * A folder with another release of the product: all its assets have other names, and every page has another word, in the HTML and in
 * the scripts. Remove it with removeFolder.
 */
export async function makeOtherBuild(): Promise<string> {
  const folder = await makeFolder();
  // A release finds its build by its own place, and so does its export.
  for (const name of ['package.json', 'build', 'server', 'bin', 'build-tools', 'content-rules', 'forms', 'content', '.content'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const assets = join(folder, 'build/client/assets');
  const another = (last: string) => (last === '0' ? '1' : '0');
  const renamed = new Map(hashedNames(assets).map((name) => [name, name.replace(/.(?=\.\w+$)/, another)]));
  // The list of routes that public pages load is named by React Router's version of the build.
  const version = [...renamed.keys()].find((name) => /^manifest-\w+\.js$/.test(name))?.slice('manifest-'.length, -'.js'.length);
  if (!version) throw new Error('The build has no list of routes.');
  const names = new Map([...renamed, [version, version.replace(/.$/, another)]]);
  const anyName = new RegExp([...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const file of textFiles(join(folder, 'build'))) {
    const text = readFileSync(file, 'utf8').replace(anyName, (name) => names.get(name) ?? name);
    writeFileSync(file, text.replaceAll(/(["'`])Terms of Service\1/g, `$1${marks.other}$1`));
  }
  for (const [before, after] of renamed) renameSync(join(assets, before), join(assets, after));
  return folder;
}

function hashedNames(assets: string): string[] {
  return readdirSync(assets).filter((name) => /\.(js|css|svg)$/.test(name));
}

/** Every text file of the build. Compressed files are removed, because they are of the build before. */
function textFiles(build: string): string[] {
  const files = readdirSync(build, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    if (/\.(br|gz)$/.test(entry.name)) rmSync(file);
    return /\.(js|css|json)$/.test(entry.name) ? [file] : [];
  });
}
