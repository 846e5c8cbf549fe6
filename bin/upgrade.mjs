// npm run upgrade: changes to a later release, step by step, so that at each moment the release before or the new one runs, whole.
// docs/operations.md says what it does, docs/decisions/0037-an-upgrade-switches-one-link.md why so. Plain JavaScript: it runs before the
// packages of the release are there.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { journalName } from './launcher.mjs';
import {
  checkout,
  currentRelease,
  readIfThere,
  readNote,
  releaseBefore,
  releases,
  removeOthers,
  writeNote,
  writeWhole,
} from './releases.mjs';
import { differingUnits } from './upgrade/differing-units.mjs';
import { findRelease, follow, followAgain, refuseOtherUser, UpgradeError, writeFiles } from './upgrade/git.mjs';
import { build, installPackages, keepRuntime, newReleaseFolder } from './upgrade/make-release.mjs';
import { backUp, changesUnknownTo, exportPages, putBackPages, tryOnCopy } from './upgrade/run-commands.mjs';
import { runOnTrial, takeBack } from './upgrade/trial.mjs';

const journalPath = join(releases, journalName);
const options = readOptions();

try {
  if (process.platform === 'win32')
    throw new UpgradeError('npm run upgrade needs Linux or macOS: a link cannot be replaced in one step here.');
  refuseOtherUser(checkout);
  mkdirSync(releases, { recursive: true });
  holdAlone();
  await settleInterrupted();
  if (options.back) await goBack();
  else await upgrade();
} catch (error) {
  if (!(error instanceof UpgradeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function upgrade() {
  say('Looking for the release …');
  const commit = findRelease(checkout, options.to);
  const short = commit.slice(0, 8);
  const running = currentRelease();
  if (running && !readNote(running).isKept && readNote(running).commit === commit) {
    follow(checkout, commit);
    say(`Release ${short} runs already.`);
    return;
  }
  if (!running) say('Keeping what runs now, so that it can be gone back to …');
  const from = running ?? keepRuntime();
  const backup = resolve(checkout, options['backup-into'] ?? 'backups', `before-upgrade-${stamp()}`);
  if (from) backUp(from, backup, say);
  const to = newReleaseFolder(commit);
  const making = { state: 'making', from, to, commit, exported: null };
  note(making);
  try {
    say(`Copying release ${short} to ${to} …`);
    writeFiles(checkout, commit, to);
    installPackages(to, from, say);
    say('Building it …');
    build(to);
    const changes = from && existsSync(backup) ? tryOnCopy(to, backup, say) : [];
    exportPages(to, (exported) => note({ ...making, exported }), say);
    writeNote(to, { commit });
    const keptStore = changes.length > 0 ? `before-restore-${stamp()}` : null;
    note({ ...readIfThere(journalPath), state: 'switched', keptStore, backup });
  } catch (error) {
    giveUpMaking(readIfThere(journalPath));
    throw error;
  }
  await tryIt(readIfThere(journalPath));
}

/** Switches, and stays where it is well. */
async function tryIt(journal) {
  await runOnTrial(journal, { ...options, say, note });
  finish(journal);
}

function finish({ from, to, commit, isBack }) {
  if (!isBack) {
    note({ state: 'following', from, to, commit });
    say('Moving the checkout to it …');
    follow(checkout, commit);
  }
  removeOthers([to, from]);
  note(null);
  say(
    `Done: release ${readNote(to).commit.slice(0, 8)} runs.${from ? ' The one before is kept: npm run upgrade -- --back goes back to it.' : ''}`,
  );
  const units = differingUnits(checkout);
  if (units.length > 0)
    say(
      `This release's units differ from those of the machine. Look at them, then as root: ${units.map((name) => `cp deploy/${name} /etc/systemd/system/`).join(' && ')} && systemctl daemon-reload && systemctl restart kerbside`,
    );
}

async function goBack() {
  const [from, to] = [currentRelease(), releaseBefore()];
  if (!to) throw new UpgradeError('There is no release to go back to: nothing has been upgraded here yet.');
  const unknown = from ? changesUnknownTo(to, from) : [];
  if (unknown.length > 0)
    throw new UpgradeError(
      `The release before cannot open the store, which has been changed since (${unknown.join(', ')}): nothing has changed. docs/operations.md, Upgrade, says how to go back with the backup of before.`,
    );
  const journal = { state: 'switched', from, to, commit: readNote(to).commit, keptStore: null, exported: null, isBack: true };
  try {
    exportPages(to, (exported) => note({ ...journal, exported }), say);
  } catch (error) {
    putBackPages(readIfThere(journalPath)?.exported);
    note(null);
    throw error;
  }
  note({ ...journal, exported: readIfThere(journalPath)?.exported ?? null });
  await tryIt(readIfThere(journalPath));
}

/** What an upgrade that was killed left: it is finished where it had switched, and otherwise removed. */
async function settleInterrupted() {
  const journal = readIfThere(journalPath);
  if (!journal) removeOthers([currentRelease(), releaseBefore()]);
  else if (journal.state === 'making') {
    say('Removing what an upgrade that was interrupted left …');
    giveUpMaking(journal);
  } else if (journal.state === 'following') {
    say('Finishing an upgrade that was interrupted …');
    followAgain(checkout, journal.commit);
    finish(journal);
  } else if (journal.state === 'going back') await takeBack(journal, { ...options, say, note });
  else {
    say('Finishing an upgrade that was interrupted …');
    await tryIt(journal);
  }
}

function giveUpMaking({ from, to, exported }) {
  putBackPages(exported);
  const before = releaseBefore();
  removeOthers([currentRelease(), from, before === to ? null : before]);
  note(null);
}

/** One upgrade at a time. The file is left where this process is killed, and then means nothing. */
function holdAlone() {
  const path = join(releases, 'upgrade.pid');
  const other = Number(readIfThere(path) ?? 0);
  if (other && other !== process.pid && isAlive(other))
    throw new UpgradeError(`An upgrade is running already, as process ${other}. If it is none, delete ${path}.`);
  rmSync(path, { force: true });
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    throw new UpgradeError('Another upgrade has begun at this moment.');
  }
  process.once('exit', () => rmSync(path, { force: true }));
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Null: there is nothing to settle any more. */
function note(journal) {
  if (journal) writeWhole(journalPath, journal);
  else rmSync(journalPath, { force: true });
}

function stamp() {
  return new Date().toISOString().replaceAll(/[:.]/g, '-');
}

function say(sentence) {
  console.log(sentence);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      back: { type: 'boolean', default: false },
      restart: { type: 'string' },
      within: { type: 'string', default: '90' },
      'backup-into': { type: 'string' },
    },
  });
  return { ...values, withinMs: Number(values.within) * 1_000 };
}
