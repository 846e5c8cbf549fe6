// What npm start leaves running: the server, as a child, and a look every second at which release is to run; and how an upgrade has what runs
// started again.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  checkout,
  currentRelease,
  isAlive,
  nodeOf,
  readIfThere,
  readNote,
  releases,
  runningFolder,
  writeWhole,
} from './releases.mjs';
import { isOrphaned } from './setup.mjs';

/** Which process launches, and what, for an upgrade that has to know whether its release was started. */
const notePath = join(releases, 'launcher.json');

/**
 * Serves until the server ends by itself or this process is told to stop, and then ends as it did. When an upgrade has switched to another
 * release that one is started instead; until the upgrade has found it well, it is started again whenever it ends.
 */
export async function launch() {
  let isStopping = false;
  let child = null;
  const stop = (signal) => {
    isStopping = true;
    child?.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  // Each signal is sent once, because the server takes a second one, a second later, as the wish to end at once.
  const orphanWatch = setInterval(() => {
    if (!isOrphaned()) return;
    clearInterval(orphanWatch);
    stop('SIGTERM');
  }, 100).unref();
  for (;;) {
    let folder = runningFolder();
    noteLaunched(folder);
    const { nodeFlags, nodeEnv } = await import(pathToFileURL(join(folder, 'bin/node-options.mjs')));
    // The channel tells the child when this process is gone, however it went.
    child = spawn(nodeOf(folder), [...nodeFlags, join(folder, 'server/main.mjs')], {
      cwd: checkout,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...nodeEnv, ...process.env, NODE_ENV: 'production' },
    });
    if (isStopping) child.kill('SIGTERM');
    const watch = setInterval(() => {
      const wanted = runningFolder();
      if (wanted === folder || isStopping) return;
      // The checkout's own runtime was kept as a release: the same serves already.
      if (folder === checkout && readNote(wanted).isKept) {
        folder = wanted;
        noteLaunched(folder);
        return;
      }
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 1_000);
    const code = await new Promise((resolve) => {
      child.once('exit', (status, signal) => resolve(signal ? 1 : status));
      child.once('error', (error) => resolve(console.error(error.message) ?? 1));
    });
    clearInterval(watch);
    const isSwitched = runningFolder() !== folder;
    const release = currentRelease();
    if (!isSwitched && !isStopping && release && readNote(release).state === 'new') await pause(1_000);
    else if (!isSwitched || isStopping) {
      if (readIfThere(notePath)?.pid === process.pid) rmSync(notePath, { force: true });
      process.exit(code);
    }
  }
}

/** Where nothing can be written nothing can be upgraded either. */
function noteLaunched(folder) {
  try {
    writeWhole(notePath, { pid: process.pid, folder });
  } catch {}
}

/** The folder that a launcher which is alive has started last, or null. */
function launchedFolder() {
  const note = readIfThere(notePath);
  return note && isAlive(note.pid) ? note.folder : null;
}

const unit = 'kerbside.service';

/** How long a process may take to end and the next to begin: fifteen seconds where a balancer asks, and then some. */
const restartMs = 45_000;

/**
 * How what runs is restarted: by a command that was given, by systemd where its unit runs this checkout, or by npm start, which sees the
 * switch itself. Null where nothing of that is found.
 */
export function findRestart(command) {
  const { stdout } = spawnSync('systemctl', ['show', unit, '--property=ActiveState,WorkingDirectory'], { encoding: 'utf8' });
  const isUnit =
    /^ActiveState=(?:active|activating|failed)$/m.test(stdout ?? '') && stdout.includes(`WorkingDirectory=${checkout}\n`);
  const shell = command ?? (isUnit ? `systemctl restart ${unit}` : null);
  if (shell)
    return { name: shell, restart: () => spawnSync(shell, { shell: true, cwd: checkout, stdio: 'inherit' }).status === 0 };
  return launchedFolder() && { name: 'npm start', restart: waitForLauncher };
}

async function waitForLauncher() {
  for (const end = Date.now() + restartMs; Date.now() < end; await pause(100))
    if (launchedFolder() === currentRelease()) return true;
  return false;
}

/** Restarts what runs. Whether it is ready within this time, and three times in a row: one that ends right after its start is not. */
export async function becomesWell({ name, restart }, withinSeconds, say) {
  say(`Restarting it (${name}) …`);
  if (!(await restart())) {
    say('It could not be restarted.');
    return false;
  }
  const { HOST = '127.0.0.1', PORT } = process.env;
  const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/readyz`;
  say(`Asking ${url} whether it is well …`);
  let inARow = 0;
  for (const end = Date.now() + withinSeconds * 1_000; Date.now() < end && inARow < 3; ) {
    inARow = (await isReady(url)) ? inARow + 1 : 0;
    if (inARow < 3) await pause(inARow > 0 ? 1_000 : 250);
  }
  return inARow === 3;
}

async function isReady(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return answer.ok && !/"store": ?"away"/.test(await answer.text());
  } catch {
    return false;
  }
}

/** The units of deploy/ that were copied to the machine and are not those of this release. */
export function differingUnits() {
  return ['kerbside.service', 'kerbside-backup.service', 'kerbside-backup.timer'].filter((name) => {
    const [ours, theirs] = [join(checkout, 'deploy', name), join('/etc/systemd/system', name)];
    return existsSync(ours) && existsSync(theirs) && readFileSync(ours, 'utf8') !== readFileSync(theirs, 'utf8');
  });
}
