// Plain JavaScript, because it runs before anything is installed, on whatever Node the machine has.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gatherContent } from '../build-tools/gather-content.mjs';
import { nodeOf, root } from './releases.mjs';

export { root };

/** The Node that everything runs on, whatever the machine has: a package for each platform, so that the lockfile has its checksum. */
export const pinnedNode = nodeOf(root);

/** Installs what package-lock.json names, unless exactly that is installed already. */
export function ensureInstalled(folder = root) {
  const stamp = join(folder, 'node_modules/.kerbside-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const node = nodeOf(folder);
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the packages of package-lock.json, which takes some minutes the first time …');
  const progress = spawn(process.execPath, [join(root, 'bin/install-progress.mjs'), folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // The build needs the development packages too, also where NODE_ENV says production.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm ? run(process.execPath, [npm, ...args], process.env, folder) : run('npm', args, process.env, folder);
  progress.kill();
  if (status !== 0) fail('The packages could not be installed; npm has said why above.');
  if (spawnSync(node, ['--version']).status !== 0) fail(`The pinned Node at ${node} does not run on this machine.`);
  writeFileSync(stamp, wanted);
}

/**
 * Puts the runtime where the unit of systemd starts it that was copied before November 2026: an upgrade installs packages anew, and not
 * what was copied.
 */
export function linkFormerNode(folder = root, unit = '/etc/systemd/system/kerbside.service') {
  const former = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(unit) || !readFileSync(unit, 'utf8').includes(former) || existsSync(former)) return;
  mkdirSync(dirname(former), { recursive: true });
  symlinkSync('../../.bin/node', former);
}

/** Gathers the content, or ends with the sentence that says why not. */
export function gatherOrFail() {
  try {
    gatherContent(root);
  } catch (error) {
    fail(error.message);
  }
}

/** Runs a program in the project's folder, or another, with its output shown. */
export function run(command, args, env = process.env, cwd = root) {
  return spawnSync(command, args, { cwd, stdio: 'inherit', env });
}

/** Runs the pinned Node in the project's folder until it ends or this process is told to stop, and then ends as it did. */
export function runUntilStopped(args, env) {
  // The channel tells the child when this process is gone, however it went.
  const child = spawn(pinnedNode, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const watch = setInterval(() => {
    if (!isOrphaned()) return;
    clearInterval(watch);
    // The signal is sent once, because the server takes a second one, a second later, as the wish to end at once.
    child.kill('SIGTERM');
  }, 100).unref();
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

// npm runs a command in a shell and sends its signals to that shell alone. When that shell is gone, npm was told to stop.
const shell = process.env.npm_lifecycle_event ? process.ppid : null;

export function isOrphaned() {
  return shell !== null && process.ppid !== shell;
}

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
