import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { flags } from './browser.ts';

/** A Chromium with a profile of its own, which keeps what it has stored on the disk, and can be killed as a crash or a phone does. */
export async function startKillableBrowser(profile: string): Promise<{ page: Page; kill: () => Promise<void> }> {
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const child = spawn(
    process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    [...flags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    // A group of its own, so that a signal reaches all of its processes.
    { detached: true, stdio: 'ignore' },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const browser = await chromium.connectOverCDP(await endpointIn(portFile));
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no window.');
  return {
    page: await context.newPage(),
    kill: async () => {
      process.kill(-(child.pid as number), 'SIGKILL');
      await exited;
    },
  };
}

async function endpointIn(portFile: string): Promise<string> {
  for (;;) {
    const [port, path] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n');
    if (port && path) return `ws://127.0.0.1:${port}${path}`;
    await pause(20);
  }
}
