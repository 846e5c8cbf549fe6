import { spawnSync } from 'node:child_process';
import { existsSync, lchownSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkout, environmentFor, nodeOf, releases } from '../releases.mjs';
import { UpgradeError } from './git.mjs';

export function dataDir() {
  return resolve(checkout, process.env.DATA_DIR?.trim() || 'data');
}

/** By the release that runs, into a folder with a name that no later backup removes. */
export function backUp(release, folder, say) {
  const hasStore = process.env.DATABASE_URL || process.env.DATABASE_URL_FILE || existsSync(join(dataDir(), 'kerbside.sqlite'));
  if (!hasStore) {
    say('There is no store yet to back up.');
    return;
  }
  say(`Backing up to ${folder} …`);
  const isFirst = !existsSync(dirname(folder));
  const isDone = runIn(release, 'backup', ['--to', folder], ['ignore', 'ignore', 'inherit']).status === 0;
  // It ends with an error too where it is complete but for files of claims that it names.
  if (!isDone && !existsSync(join(folder, 'manifest.json')))
    throw new UpgradeError('The backup failed, see above: nothing has changed, and the release before runs on.');
  giveToOwner(folder);
  if (isFirst) giveToOwner(dirname(folder));
}

/** What root backs up belongs to the user of the data folder, who restores it. */
function giveToOwner(folder) {
  if (process.getuid() !== 0) return;
  const { uid, gid } = statSync(dataDir());
  for (const name of ['.', ...readdirSync(folder, { recursive: true })]) lchownSync(join(folder, name), uid, gid);
}

/** Runs the migrations of a release on a copy of the store; returns the names of those that the store has not run. */
export function tryOnCopy(release, backup, say) {
  say('Trying its changes of the store on a copy …');
  const copy = join(releases, 'copy-of-store');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { mode: 0o700 });
  const { status, stdout, stderr } = runIn(release, 'upgrade-store', ['try', backup, copy], ['ignore', 'pipe', 'pipe']);
  rmSync(copy, { recursive: true, force: true });
  if (status !== 0)
    throw new UpgradeError(
      `${stderr.trim()}\nThe store cannot be brought up to date: nothing has changed, and the release before runs on.`,
    );
  return lastLineOf(stdout);
}

/** The changes of the store that `release` has made and `other` does not know. What cannot be read is no reason to stay. */
export function changesUnknownTo(other, release) {
  const { status, stdout } = runIn(release, 'upgrade-store', ['unknown', other], ['ignore', 'pipe', 'pipe']);
  return status === 0 ? lastLineOf(stdout) : [];
}

/** How many submissions came since the store was copied. A store that cannot be read has taken none. */
export function countArrived(release, kept) {
  const { status, stdout } = runIn(release, 'upgrade-store', ['arrived', kept], ['ignore', 'pipe', 'pipe']);
  return status === 0 ? lastLineOf(stdout) : 0;
}

/** Writes the public pages of a release where EXPORT_DIR says. What is served before it is passed on first. */
export function exportPages(release, noteBefore, say) {
  const folder = process.env.EXPORT_DIR;
  if (!folder) return;
  const link = join(resolve(checkout, folder), 'current');
  noteBefore({ link, before: existsSync(link) ? readlinkSync(link) : null });
  say(`Exporting its pages to ${folder} …`);
  if (runIn(release, 'export', [folder]).status !== 0)
    throw new UpgradeError('The pages could not be exported, see above: nothing has changed, and the release before runs on.');
  say('Reload what serves these pages, such as systemctl reload nginx, once the upgrade is done.');
}

export function putBackPages(exported) {
  if (!exported?.before) return;
  const fresh = `${exported.link}-before`;
  rmSync(fresh, { force: true });
  symlinkSync(exported.before, fresh);
  renameSync(fresh, exported.link);
}

function runIn(release, command, args, stdio = 'inherit') {
  return spawnSync(nodeOf(release), [join(release, `bin/${command}.ts`), ...args], {
    cwd: checkout,
    encoding: 'utf8',
    stdio,
    env: environmentFor(),
  });
}

function lastLineOf(text) {
  return JSON.parse(text.trim().split('\n').at(-1));
}
