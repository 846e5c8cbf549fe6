import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { launchedFolder } from '../launcher.mjs';
import { checkout, currentRelease } from '../releases.mjs';
import { UpgradeError } from './git.mjs';

const unit = 'kerbside.service';

/** How long a process may take to end and the next to begin: fifteen seconds where a balancer asks, and then some. */
const restartMs = 45_000;

/**
 * How what runs is restarted: by a command that was given, by systemd where its unit runs this checkout, or by npm start, which sees the
 * switch itself. Null where nothing of that is found.
 */
export function findRestart(command) {
  if (command) return { name: command, restart: () => runShell(command) };
  if (isUnit()) return { name: `systemctl restart ${unit}`, restart: () => runShell(`systemctl restart ${unit}`) };
  if (launchedFolder()) return { name: 'npm start', restart: waitForLauncher };
  return null;
}

function isUnit() {
  const { status, stdout } = spawnSync('systemctl', ['show', unit, '--property=ActiveState,WorkingDirectory'], {
    encoding: 'utf8',
  });
  return (
    status === 0 &&
    /^ActiveState=(?:active|activating|failed)$/m.test(stdout) &&
    stdout.includes(`WorkingDirectory=${checkout}\n`)
  );
}

function runShell(command) {
  const { status } = spawnSync(command, { shell: true, cwd: checkout, stdio: 'inherit' });
  if (status !== 0) throw new UpgradeError(`It could not be restarted: ${command} ended with ${status}.`);
}

async function waitForLauncher() {
  for (const end = Date.now() + restartMs; Date.now() < end; await pause(100)) if (launchedFolder() === currentRelease()) return;
  throw new UpgradeError('npm start did not restart it.');
}

/** Where this machine asks whether the product is well. */
export function readyUrl({ HOST = '127.0.0.1', PORT = '3000' } = process.env) {
  const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/readyz`;
}

/** Whether it is ready within this time, and three times in a row: one that ends right after its start is not. */
export async function becomesReady(url, withinMs) {
  let inARow = 0;
  for (const end = Date.now() + withinMs; Date.now() < end && inARow < 3; ) {
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
