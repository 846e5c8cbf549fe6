import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The commit of a name, or null where there is none, or no git. */
export function commitOf(folder, name) {
  return git(folder, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`).text || null;
}

/** The commit to upgrade to: that of `ref`, or of the branch that this one follows, or where it follows none what is checked out. */
export function findRelease(folder, ref) {
  const head = commitOf(folder, 'HEAD');
  if (!head && git(folder, '--version').text === '')
    throw new UpgradeError('npm run upgrade needs git, which is not installed here, or not in PATH.');
  if (!head)
    throw new UpgradeError(`${folder} is no git checkout: npm run upgrade needs the clone that docs/operations.md makes.`);
  const changed = git(folder, 'status', '--porcelain', '--untracked-files=no').text;
  if (changed)
    throw new UpgradeError(
      `These files were changed and not committed, and an upgrade would be mixed with them:\n${changed}\nCommit them, or take them back with git checkout FILE.`,
    );
  const remote = remoteOf(folder);
  if (remote) {
    const fetched = git(folder, 'fetch', '--quiet', '--tags', remote);
    if (!fetched.isDone) throw new UpgradeError(`The release could not be fetched: ${fetched.error}`);
  }
  const wanted = ref ?? (commitOf(folder, '@{upstream}') ? '@{upstream}' : 'HEAD');
  const commit = commitOf(folder, wanted) ?? (remote && commitOf(folder, `${remote}/${wanted}`));
  if (!commit) throw new UpgradeError(`There is no release ${wanted} in this checkout, nor where it comes from.`);
  if (isWithin(folder, commit, head) && commit !== head)
    // Commits of the owner's own, or a release that was checked out by hand: what is put there is wanted.
    return ref ? refuseOlder(ref) : head;
  if (!isWithin(folder, head, commit))
    throw new UpgradeError(
      'This checkout has commits of its own that the release has not: git pull --rebase, then npm run upgrade again.',
    );
  return commit;
}

/** Where the branch comes from. A clone may have others, such as one for backups. */
function remoteOf(folder) {
  const remotes = git(folder, 'remote').text.split('\n');
  const branch = git(folder, 'symbolic-ref', '--quiet', '--short', 'HEAD').text;
  const followed = branch && git(folder, 'config', `branch.${branch}.remote`).text;
  return [followed, 'origin'].find((name) => remotes.includes(name)) ?? remotes[0];
}

/** What another user writes there, its owner could not replace: neither git, nor the next upgrade, nor a start. */
export function refuseOtherUser(folder, uid = process.getuid?.()) {
  const owner = statSync(folder).uid;
  if (uid === undefined || uid === owner) return;
  const { text } = run('id', ['-nu', String(owner)], {});
  throw new UpgradeError(`${folder} belongs to ${text || `user ${owner}`}: run npm run upgrade as that user.`);
}

function refuseOlder(ref) {
  throw new UpgradeError(`${ref} is older than what is checked out. npm run upgrade -- --back goes back to the release before.`);
}

/** Whether what is in `earlier` is in `later` too. */
function isWithin(folder, earlier, later) {
  return git(folder, 'merge-base', '--is-ancestor', earlier, later).isDone;
}

/** Writes the files of a commit into a folder. Neither the checkout nor its index changes. */
export function writeFiles(checkout, commit, folder) {
  mkdirSync(folder, { recursive: true });
  const index = join(folder, '.index');
  const env = { ...process.env, GIT_INDEX_FILE: index };
  for (const args of [
    ['read-tree', commit],
    ['checkout-index', '--all', '--force', `--prefix=${folder}/`],
  ]) {
    const { isDone, error } = git(checkout, { env }, ...args);
    if (!isDone) throw new UpgradeError(`The files of the release could not be written: ${error}`);
  }
  rmSync(index, { force: true });
}

/** Moves the checkout itself to the release, so that its commands, guides and units are those of the release. */
export function follow(checkout, commit) {
  if (commitOf(checkout, 'HEAD') === commit) return;
  const { isDone, error } = git(checkout, 'merge', '--ff-only', '--quiet', commit);
  if (!isDone) throw new UpgradeError(`The release runs, but the checkout could not follow it: ${error}`);
}

/** The same after it was interrupted. Before it began no file was changed; what was changed since is kept in git's stash. */
export function followAgain(checkout, commit) {
  rmSync(resolve(checkout, git(checkout, 'rev-parse', '--git-path', 'index.lock').text), { force: true });
  git(checkout, 'stash', 'push', '--quiet', '--message', 'What was there when npm run upgrade was interrupted');
  const { isDone, error } = git(checkout, 'reset', '--hard', '--quiet', commit);
  if (!isDone) throw new UpgradeError(`The release runs, but the checkout could not follow it: ${error}`);
}

function git(folder, ...rest) {
  const [options, args] = typeof rest[0] === 'object' ? [rest[0], rest.slice(1)] : [{}, rest];
  return run('git', args, { cwd: folder, ...options });
}

function run(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  return { isDone: status === 0, text: (stdout ?? '').trim(), error: (error?.message ?? stderr).trim() };
}

/** What stops an upgrade, in words for the person who runs it. */
export class UpgradeError extends Error {}
