import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Content is called by its name in `content/` (content/site.ts), wherever it was gathered from. Here such a name becomes the path of
 * the file that is read, a path becomes the name, and a name becomes that of the file which the owner has to correct.
 */

export function pathOf(root: string, file: string): string {
  return join(root, file.replace(/^content(?=\/|$)/, '.content'));
}

export function nameOf(root: string, path: string): string {
  return relative(root, path)
    .replaceAll('\\', '/')
    .replace(/^\.(?:content|gathered)(?=\/|$)/, 'content');
}

/** Sentences with the owner's files named as the owner has them: own/site.ts instead of content/site.ts. */
export function namedAsOwned(root: string): (sentence: string) => string {
  const { own, files } = readNote(root);
  const isOwn = (file: string) => files.some((one) => one === file || one.startsWith(`${file}/`));
  const isTaken = (file: string) => /^(?:services|guides)\//.test(file) && isOwn(file.split('/')[0] ?? '');
  return (sentence) =>
    sentence.replace(/(?<![\w./])content\/([\w/-]+(?:\.\w+)*)/g, (name, file) =>
      isOwn(file) || isTaken(file) ? `${own}/${file}` : name,
    );
}

/** For an owner, to whom files of `content/` were named: a change in there would be in the way of the next upgrade. */
export function copyHint(root: string, text: string): string[] {
  const { own, files } = readNote(root);
  const named = /(?<![\w./])content\/[\w/-]+\.\w+/.test(text);
  return named && files.length > 0 ? [`What content/ has you change in a copy of it, in ${own}/.`] : [];
}

/** The file in which a page's title and first lines are written, instead of content/pages.ts, which only lists the pages. */
export function namedByPage(sentence: string): string {
  return sentence
    .replace(/content\/pages\.ts: pages\.(\w+)\./g, (_, page) => `${fileOf(page)}: ${pageIn(page)}.`)
    .replace(/pages\.(\w+)\.(\w+) of content\/pages\.ts/g, (_, page, field) => `${pageIn(page)}.${field} of ${fileOf(page)}`);
}

const fileOf = (page: string) =>
  page === 'roadside'
    ? 'content/roadside/en.ts'
    : `content/pages/${page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-head.ts`;

const pageIn = (page: string) => (page === 'roadside' ? 'english.page' : `${page}Page`);

/** What gather-content.mjs has noted. Without content of the owner's there is no note. */
function readNote(root: string): { own: string; files: string[] } {
  try {
    return JSON.parse(readFileSync(join(root, '.content/.note.json'), 'utf8'));
  } catch {
    return { own: 'own', files: [] };
  }
}
