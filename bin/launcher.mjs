// What npm start leaves running: the server, as a child, and a look every second at which release is to run.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout, currentRelease, nodeOf, readIfThere, readNote, releases, runningFolder, writeWhole } from './releases.mjs';
import { isOrphaned } from './setup.mjs';

/** Which process launches, and what, for an upgrade that has to know whether its release was started. */
const noteName = 'launcher.json';

/** While this file is there nobody has found the release well yet. */
export const journalName = 'upgrade.json';

/** The folder that a launcher which is alive has started last, or null. */
export function launchedFolder() {
  const note = readIfThere(join(releases, noteName));
  if (!note) return null;
  try {
    process.kill(note.pid, 0);
    return note.folder;
  } catch {
    return null;
  }
}

/**
 * Serves until the server ends by itself or this process is told to stop, and then ends as it did. When an upgrade has switched to another
 * release that one is started instead; until the upgrade has found it well, it is started again whenever it ends.
 */
export function launch() {
  let folder = runningFolder();
  let isStopping = false;
  let child = start();

  function start() {
    const started = spawnServer(folder);
    started.then(
      (one) => one.once('exit', ended).once('error', (error) => ended(1, null, error)),
      (error) => ended(1, null, error),
    );
    return started;
  }

  async function ended(code, signal, error) {
    if (error) console.error(error.message);
    const isSwitched = runningFolder() !== folder;
    if (!isStopping && (isSwitched || isOnTrial())) {
      if (!isSwitched) await new Promise((resolve) => setTimeout(resolve, 1_000));
      folder = runningFolder();
      child = start();
      return;
    }
    if (readIfThere(join(releases, noteName))?.pid === process.pid) rmSync(join(releases, noteName), { force: true });
    process.exit(signal ? 1 : code);
  }

  async function stop(signal) {
    isStopping = true;
    (await child).kill(signal);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal));
  // The signal is sent once, because the server takes a second one, a second later, as the wish to end at once.
  let told = null;
  const orphanWatch = setInterval(() => {
    if (!isOrphaned()) return;
    clearInterval(orphanWatch);
    void stop('SIGTERM');
  }, 100).unref();
  setInterval(async () => {
    const wanted = runningFolder();
    if (wanted === folder || isStopping) return;
    // The checkout's own runtime was kept as a release: the same serves already.
    if (folder === checkout && readNote(wanted).isKept) {
      folder = wanted;
      noteLaunched(folder);
      return;
    }
    const running = await child;
    if (told !== running) running.kill('SIGTERM');
    told = running;
  }, 1_000).unref();
}

/** The channel tells the child when this process is gone, however it went. */
async function spawnServer(folder) {
  const { nodeFlags, nodeEnv } = await import(pathToFileURL(join(folder, 'bin/node-options.mjs')));
  noteLaunched(folder);
  return spawn(nodeOf(folder), [...nodeFlags, join(folder, 'server/main.mjs')], {
    cwd: checkout,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...nodeEnv, ...process.env, NODE_ENV: 'production' },
  });
}

/** Where nothing can be written nothing can be upgraded either. */
function noteLaunched(folder) {
  try {
    writeWhole(join(releases, noteName), { pid: process.pid, folder });
  } catch {}
}

function isOnTrial() {
  return currentRelease() !== null && ['switched', 'going back'].includes(readIfThere(join(releases, journalName))?.state);
}
