import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, environmentFor, linkNode, linkOwn, nodeOf, readIfThere, releases, switchTo, writeNote } from '../releases.mjs';
import { commitOf, UpgradeError, writeFiles } from './git.mjs';

/** Where the release of a commit will be. Later ones sort after earlier ones. */
export function newReleaseFolder(commit) {
  return join(releases, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${commit.slice(0, 8)}`);
}

/**
 * Keeps the checkout's own runtime as the first release, as it is, and lets that run: from then on one link says what runs. The checkout
 * may have been pulled since it was built, so it is kept as found. Null where nothing is built.
 */
export function keepRuntime() {
  if (!existsSync(join(checkout, 'build/server/index.js')) || !existsSync(nodeOf(checkout))) return null;
  const commit = commitOf(checkout, 'HEAD');
  const folder = newReleaseFolder(commit);
  writeFiles(checkout, commit, folder);
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
export function installPackages(folder, before, say) {
  if (before && hasPackagesOf(before, folder)) {
    say('Taking over the packages, which are the same …');
    linkPackages(before, folder);
    return;
  }
  say('Installing its packages …');
  runIn(folder, process.execPath, ['bin/upgrade/install.mjs', folder], 'Its packages could not be installed.');
}

/** By npm's own list of what it has installed: a checkout that was pulled may have a lockfile that is not installed yet. */
function hasPackagesOf(before, folder) {
  const installed = readIfThere(join(before, 'node_modules/.package-lock.json'))?.packages;
  const wanted = readIfThere(join(folder, 'package-lock.json'))?.packages;
  if (!installed || !wanted || !existsSync(nodeOf(before))) return false;
  return (
    Object.entries(installed).every(([path, { version }]) => wanted[path]?.version === version) &&
    Object.entries(wanted).every(([path, { optional }]) => path === '' || optional || path in installed)
  );
}

export function build(folder) {
  linkOwn(folder);
  runIn(folder, nodeOf(folder), ['bin/build.ts', '--if-changed'], 'It could not be built.', 'pipe');
}

/** What it writes is shown as it comes, or with `pipe` where it fails. */
function runIn(folder, command, args, sentence, stdio = 'inherit') {
  // What npm tells its own scripts of the checkout would lead another npm there.
  const { npm_config_local_prefix: _, ...env } = environmentFor();
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, stdio, env, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status === 0) return;
  throw new UpgradeError(`${stdout ?? ''}${stderr ?? ''}${sentence} Nothing has changed: the release before runs on.`);
}

/**
 * The same packages once more without their room on the disk: npm replaces files and never writes into them. What tools write themselves
 * (folders with a dot) is left out, apart from the programs and npm's list.
 */
function linkPackages(from, to) {
  const [source, target] = [join(from, 'node_modules'), join(to, 'node_modules')];
  if (lstatSync(source).isSymbolicLink()) return symlinkSync(readlinkSync(source), target);
  mkdirSync(target);
  const left = (name) => name.startsWith('.') && name !== '.bin';
  for (const name of readdirSync(source)) if (!left(name)) linkTree(join(source, name), join(target, name));
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
