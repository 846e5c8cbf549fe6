// npm run upgrade: changes to a later release, so that at each moment the release before or the new one runs, whole. How far it is, the link
// `.releases/current` and the notes of the releases say: docs/decisions/0037-an-upgrade-switches-one-link.md. Plain JavaScript: it runs
// before the packages of the release are there.
import { spawnSync } from 'node:child_process';
import { existsSync, lchownSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { becomesWell, differingUnits, findRestart } from './launcher.mjs';
import {
  checkout,
  commitOf,
  completeReleases,
  currentRelease,
  environmentFor,
  git,
  holdAlone,
  installPackages,
  isOlder,
  keepRuntime,
  linkNode,
  linkOwn,
  newReleaseFolder,
  nodeOf,
  readNote,
  releaseBefore,
  releases,
  removeOthers,
  stampOf,
  switchTo,
  UpgradeError,
  writeFiles,
  writeNote,
} from './releases.mjs';

const { values: options } = parseArgs({
  options: {
    to: { type: 'string' },
    back: { type: 'boolean', default: false },
    restart: { type: 'string' },
    within: { type: 'string', default: '90' },
    'backup-into': { type: 'string', default: 'backups' },
    'others-stopped': { type: 'boolean', default: false },
  },
});
const say = (sentence) => console.log(sentence);
const stay = 'Nothing has changed: the release before runs on.';
const dataDir = resolve(checkout, process.env.DATA_DIR?.trim() || 'data');
const isPostgres = Boolean(process.env.DATABASE_URL || process.env.DATABASE_URL_FILE);

try {
  holdAlone();
  const isSettled = await settleInterrupted();
  if (!options.back) await upgrade();
  else if (!isSettled) await goBack();
} catch (error) {
  if (!(error instanceof UpgradeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function upgrade() {
  say('Looking for the release …');
  const commit = findRelease(options.to);
  const name = commit.slice(0, 8);
  const running = currentRelease();
  if (running && !readNote(running).isKept && readNote(running).commit === commit) {
    follow(commit);
    say(`Release ${name} runs already.`);
    return;
  }
  if (!running) say('Keeping what runs now, so that it can be gone back to …');
  const from = running ?? keepRuntime();
  const to = newReleaseFolder(commit);
  const backup = resolve(checkout, options['backup-into'], `before-upgrade-${stampOf(to)}`);
  try {
    if (from) backUp(from, backup);
    say(`Copying release ${name} to ${to} …`);
    writeFiles(commit, to);
    installPackages(to, from, say);
    say('Building it …');
    linkOwn(to);
    const built = run(nodeOf(to), ['bin/build.ts', '--if-changed'], { cwd: to });
    if (built.status !== 0) throw new UpgradeError(`${built.stdout}${built.stderr}It could not be built. ${stay}`);
    if (from && existsSync(backup)) tryOnCopy(to, backup);
    const { error } = ask(to, 'keep', keptName(to));
    if (error !== undefined) throw new UpgradeError(`${error}\nThe store could not be looked at. ${stay}`);
    writeNote(to, { commit, backup, state: 'new' });
  } catch (error) {
    rmSync(to, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  }
  await prove(to, from);
}

async function goBack() {
  const [from, to] = [currentRelease(), releaseBefore()];
  if (!to) throw new UpgradeError('There is no release to go back to: nothing has been upgraded here yet.');
  // What cannot be read is no reason to stay.
  const unknown = ask(to, 'unknown').answer ?? [];
  if (unknown.length > 0)
    throw new UpgradeError(
      `The release before cannot open the store, which has been changed since (${unknown.join(', ')}): nothing has changed. docs/operations.md, Upgrade, says how to go back with the backup of before.`,
    );
  writeNote(to, { ...readNote(to), state: 'new' });
  await prove(to, from);
}

/** What an upgrade that was killed left. True where a release was switched to, or back from, and that is at its end now. */
async function settleInterrupted() {
  const running = currentRelease();
  const state = running && readNote(running).state;
  const other = completeReleases().find((folder) => folder !== running && readNote(folder).state === 'new');
  const isInterrupted = Boolean(state || other);
  if (isInterrupted) say('Finishing an upgrade that was interrupted …');
  if (state === 'new') await prove(running, releaseBefore(), true);
  else if (state === 'well') finish(running, releaseBefore(), true);
  else if (other) await endGoingBack(other, running);
  removeOthers([currentRelease(), releaseBefore()]);
  return isInterrupted;
}

/** Switches to a release, has it started, and stays where it is well in time; otherwise the one before is taken back. */
async function prove(to, from, isAgain = false) {
  const name = readNote(to).commit.slice(0, 8);
  const restart = findRestart(options.restart);
  say(`Switching to release ${name} …`);
  switchTo(to);
  // npm ci in the checkout has put its own there again.
  linkNode();
  if (!restart)
    say(
      'Nothing that runs Kerbside from here was found, so nobody looked whether it is well. Start it again: npm start. If it is not well: npm run upgrade -- --back',
    );
  else if (!(await becomesWell(restart, Number(options.within), say))) {
    say(`Release ${name} is not well after ${options.within} seconds.`);
    await takeBack(to, from);
    throw new UpgradeError(`The release before runs again. What release ${name} wrote to its log says what it lacked.`);
  }
  writeNote(to, { ...readNote(to), state: 'well' });
  finish(to, from, isAgain);
}

/** What follows once a release was found well. */
function finish(to, from, isAgain) {
  const { commit, backup, isKept } = readNote(to);
  const folder = process.env.EXPORT_DIR;
  if (folder) {
    say(`Exporting its pages to ${folder} …`);
    if (command(to, 'export', [folder], 'inherit').status !== 0)
      throw new UpgradeError('The release runs, but its pages could not be exported, see above: then npm run upgrade again.');
    say('Reload what serves these pages, such as systemctl reload nginx.');
  }
  if (!isOlder(to, from)) {
    say('Moving the checkout to it …');
    follow(commit, isAgain);
  }
  writeNote(to, { commit, backup, isKept });
  removeOthers([to, from]);
  const back = from ? ' The one before is kept: npm run upgrade -- --back goes back to it.' : '';
  say(`Done: release ${commit.slice(0, 8)} runs.${back}`);
  const units = differingUnits();
  if (units.length > 0)
    say(
      `This release's units differ from those of the machine. Look at them, then as root: ${units.map((unit) => `cp deploy/${unit} /etc/systemd/system/`).join(' && ')} && systemctl daemon-reload && systemctl restart kerbside`,
    );
}

/** Goes back to the release before, with the store as that left it where the schema was changed. */
async function takeBack(to, from) {
  const { state: _, ...others } = readNote(to);
  const isAhead = () => isPostgres && ask(from, 'unknown').answer?.length > 0;
  const stays = !from
    ? 'There is no release before it: look at its log.'
    : isAhead()
      ? 'It has changed the schema of PostgreSQL, so the new release stays, and no other can open the store. docs/operations.md says how to go back.'
      : // What was gone back to by --back has changed no schema.
        !isOlder(to, from) && ask(to, 'back', keptName(to)).answer;
  if (stays) {
    writeNote(to, others);
    throw new UpgradeError(`${stays} The backup of before is ${others.backup}.`);
  }
  say(`Going back to release ${readNote(from).commit.slice(0, 8)} …`);
  switchTo(from);
  await endGoingBack(to, from);
}

/** `to` is what the link leads to no more, or never led to. */
async function endGoingBack(to, from) {
  const { state: _, ...others } = readNote(to);
  const restart = findRestart(options.restart);
  if (restart && !(await becomesWell(restart, Number(options.within), say)))
    throw new UpgradeError('The release before was started again, and is not well either: look at its log.');
  if (isOlder(to, from)) writeNote(to, others);
  else rmSync(to, { recursive: true, force: true, maxRetries: 10 });
}

/** The folder of DATA_DIR into which a release copies a SQLite store before it changes its schema. */
function keptName(folder) {
  return `before-restore-${stampOf(folder)}`;
}

/** By the release that runs, into a folder with a name that no later backup removes. */
function backUp(release, folder) {
  if (!isPostgres && !existsSync(join(dataDir, 'kerbside.sqlite'))) {
    say('There is no store yet to back up.');
    return;
  }
  say(`Backing up to ${folder} …`);
  const isFirst = !existsSync(dirname(folder));
  const { status } = command(release, 'backup', ['--to', folder], ['ignore', 'ignore', 'inherit']);
  // It ends with an error too where it is complete but for files of claims that it names.
  if (status !== 0 && !existsSync(join(folder, 'manifest.json'))) throw new UpgradeError(`The backup failed, see above. ${stay}`);
  if (process.getuid() !== 0) return;
  // What root backs up belongs to the user of the data folder, who restores it.
  const { uid, gid } = statSync(dataDir);
  const inside = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  for (const path of [folder, ...inside, ...(isFirst ? [dirname(folder)] : [])]) lchownSync(path, uid, gid);
}

/** Runs the migrations of a release on a copy of the store, and says for how long Kerbside will be away. */
function tryOnCopy(release, backup) {
  say('Trying its changes of the store on a copy …');
  const { answer, error } = ask(release, 'try', backup, join(releases, 'copy-of-store'));
  if (!answer) throw new UpgradeError(`${error}\nThe store cannot be brought up to date. ${stay}`);
  const { pending, seconds, needsStop } = answer;
  if (pending.length === 0) return;
  const awayFor = `Its changes of the store (${pending.join(', ')}) took ${seconds} s there: Kerbside will be away for about ${seconds + 5} s.`;
  if (needsStop.length > 0 && !options['others-stopped'])
    throw new UpgradeError(
      `${awayFor}\nThe release before cannot run beside them (${needsStop.join(', ')}). Stop Kerbside on every other machine, run npm run upgrade -- --others-stopped here, and then upgrade and start the others. ${stay}`,
    );
  say(isPostgres && needsStop.length === 0 ? `${awayFor} Other instances of the release before may run on meanwhile.` : awayFor);
}

/** An `error` in the place of an answer where the release could not say. */
function ask(release, question, ...args) {
  const { status, stdout, stderr } = command(release, 'upgrade-store', [question, ...args]);
  return status === 0 ? { answer: JSON.parse(stdout.trim().split('\n').at(-1)) } : { error: stderr.trim() };
}

function command(release, name, args, stdio = ['ignore', 'pipe', 'pipe']) {
  return run(nodeOf(release), [join(release, `bin/${name}.ts`), ...args], { cwd: checkout, stdio });
}

function run(program, args, spawning) {
  // What npm tells its own scripts of the checkout would lead another npm there.
  const { npm_config_local_prefix: _, ...env } = environmentFor();
  return spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 2 ** 26, ...spawning });
}

/** The commit to upgrade to: that of `ref`, or of the branch that this one follows, or where it follows none what is checked out. */
function findRelease(ref) {
  const head = commitOf('HEAD');
  if (!head && git('--version').text === '')
    throw new UpgradeError('npm run upgrade needs git, which is not installed here, or not in PATH.');
  if (!head)
    throw new UpgradeError(`${checkout} is no git checkout: npm run upgrade needs the clone that docs/operations.md makes.`);
  const changed = git('status', '--porcelain', '--untracked-files=no').text;
  if (changed)
    throw new UpgradeError(
      `These files were changed and not committed, and an upgrade would be mixed with them:\n${changed}\nCommit them, or take them back with git checkout FILE.`,
    );
  // Where the branch comes from. A clone may have other remotes, such as one for backups.
  const remotes = git('remote').text.split('\n');
  const branch = git('symbolic-ref', '--quiet', '--short', 'HEAD').text;
  const followed = branch && git('config', `branch.${branch}.remote`).text;
  const remote = [followed, 'origin'].find((name) => remotes.includes(name)) ?? remotes[0];
  if (remote) expectDone(git('fetch', '--quiet', '--tags', remote), 'The release could not be fetched');
  const wanted = ref ?? (commitOf('@{upstream}') ? '@{upstream}' : 'HEAD');
  const commit = commitOf(wanted) ?? (remote && commitOf(`${remote}/${wanted}`));
  if (!commit) throw new UpgradeError(`There is no release ${wanted} in this checkout, nor where it comes from.`);
  if (git('merge-base', '--is-ancestor', head, commit).isDone) return commit;
  if (!git('merge-base', '--is-ancestor', commit, head).isDone)
    throw new UpgradeError(
      'This checkout has commits of its own that the release has not: git pull --rebase, then npm run upgrade again.',
    );
  if (ref)
    throw new UpgradeError(
      `${ref} is older than what is checked out. npm run upgrade -- --back goes back to the release before.`,
    );
  // Commits of the owner's own, or a release that was checked out by hand: what is put there is wanted.
  return head;
}

/** Moves the checkout to the release. `isAgain`: this was interrupted. What was changed since is kept in git's stash then. */
function follow(commit, isAgain = false) {
  if (git('merge-base', '--is-ancestor', commit, 'HEAD').isDone) return;
  if (isAgain) {
    rmSync(resolve(checkout, git('rev-parse', '--git-path', 'index.lock').text), { force: true });
    git('stash', 'push', '--quiet', '--message', 'What was there when npm run upgrade was interrupted');
  }
  const args = isAgain ? ['reset', '--hard'] : ['merge', '--ff-only'];
  expectDone(git(...args, '--quiet', commit), 'The release runs, but the checkout could not follow it');
}

function expectDone({ isDone, error }, sentence) {
  if (!isDone) throw new UpgradeError(`${sentence}: ${error}`);
}
