import { chownSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { linkNode, readNote, switchTo, writeWhole } from '../releases.mjs';
import { UpgradeError } from './git.mjs';
import { countArrived, dataDir, putBackPages } from './run-commands.mjs';
import { becomesReady, findRestart, readyUrl } from './what-runs.mjs';

/** As server/core/database/going-back.ts reads it. */
const orderPath = () => join(dataDir(), 'upgrade-order.json');

/**
 * Switches to the release `to` and has it started. Where it is not well in time the release before is taken back, and this throws. It may
 * run again after it was interrupted.
 */
export async function runOnTrial(journal, { restart: command, withinMs, say, note }) {
  const { to, keptStore } = journal;
  const name = readNote(to).commit.slice(0, 8);
  const restart = findRestart(command);
  if (keptStore && !isKept(journal) && !usesPostgres()) order({ keepIn: keptStore });
  say(`Switching to release ${name} …`);
  switchTo(to);
  // npm ci in the checkout has put its own there again.
  linkNode();
  if (!restart) {
    say(
      `Nothing that runs Kerbside from here was found, so nobody looked whether it is well. Start it again: npm start. If it is not well: npm run upgrade -- --back`,
    );
    return;
  }
  if (!(await isWell(restart, withinMs, say))) {
    say(`Release ${name} is not well after ${withinMs / 1_000} seconds.`);
    await takeBack(journal, { restart: command, withinMs, say, note });
    throw new UpgradeError(`The release before runs again. What release ${name} wrote to its log says what it lacked.`);
  }
  rmSync(orderPath(), { force: true });
}

/** Goes back to the release before, with the store as that left it where the schema was changed. */
export async function takeBack(journal, { restart: command, withinMs, say, note }) {
  const { from, to } = journal;
  if (!from) throw new UpgradeError('There is no release before it to go back to: look at its log.');
  if (journal.keptStore) orderStoreBefore(journal);
  note({ ...journal, state: 'going back' });
  say(`Going back to release ${readNote(from).commit.slice(0, 8)} …`);
  switchTo(from);
  putBackPages(journal.exported);
  const restart = findRestart(command);
  if (restart && !(await isWell(restart, withinMs, say)))
    throw new UpgradeError('The release before was started again, and is not well either: look at its log.');
  rmSync(orderPath(), { force: true });
  if (!journal.isBack) rmSync(to, { recursive: true, force: true });
  note(null);
}

async function isWell({ name, restart }, withinMs, say) {
  say(`Restarting it (${name}) …`);
  try {
    await restart();
  } catch (error) {
    if (!(error instanceof UpgradeError)) throw error;
    say(error.message);
    return false;
  }
  const url = readyUrl();
  say(`Asking ${url} whether it is well …`);
  return becomesReady(url, withinMs);
}

/** No claim that somebody was told we have may be lost by going back. */
function orderStoreBefore(journal) {
  const { to, keptStore, backup } = journal;
  const stays = 'so the new release stays, and no other can open the store';
  if (usesPostgres())
    throw new UpgradeError(
      `It has changed the schema of PostgreSQL, ${stays}. docs/operations.md says how to restore ${backup}.`,
    );
  if (!isKept(journal)) {
    rmSync(orderPath(), { force: true });
    return;
  }
  const arrived = countArrived(to, join(dataDir(), keptStore));
  if (arrived > 0)
    throw new UpgradeError(
      `It has changed the schema and taken ${arrived} submissions since, ${stays} without losing them. ${backup} is the store of before.`,
    );
  order({ goBackTo: keptStore, aside: nextAfter(keptStore) });
}

function isKept({ keptStore }) {
  return existsSync(join(dataDir(), keptStore, 'kerbside.sqlite'));
}

/** The store that is moved aside gets a folder of its own, with a later name. */
function nextAfter(name) {
  return name.replace(/before-restore-(\S+)$/, () => `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
}

function usesPostgres() {
  return Boolean(process.env.DATABASE_URL || process.env.DATABASE_URL_FILE);
}

/** For the user of the data folder, who starts the product. */
function order(value) {
  writeWhole(orderPath(), value);
  const { uid, gid } = statSync(dataDir());
  if (process.getuid() === 0) chownSync(orderPath(), uid, gid);
}
