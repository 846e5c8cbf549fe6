import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../harness/port.ts';
import { makeFolder, removeFolder } from '../harness/product.ts';
import { middleOf, type OtherBrowser, pressAt, screen, strokes, type Tab } from './other-browser.ts';

const driver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';

/** WebKitGTK has no headless way of its own, so it needs a display that nobody sees. */
export const webkitPath = existsSync(driver) && existsSync(display) ? driver : null;

/** WebKitGTK, whose driver speaks classic WebDriver. */
export async function openWebkit(path: string): Promise<OtherBrowser> {
  const home = await makeFolder();
  const port = await freePort();
  // It chooses a free display and writes its number.
  const screenServer = spawn(display, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screenServer.stdio[3] as NodeJS.ReadableStream, 'data');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    DISPLAY: `:${String(number).trim()}`,
    TZ: 'Europe/London',
    LANG: 'en_GB.UTF-8',
  };
  const child = spawn(path, [`--port=${port}`], { env, stdio: 'ignore' });
  const driverUrl = `http://127.0.0.1:${port}`;
  await answering(driverUrl);
  const sessions: string[] = [];
  return {
    newTab: async ({ scripts = true } = {}) => {
      // One page at a time: its automation has one window.
      await Promise.all(sessions.splice(0).map((session) => ask(`${driverUrl}/session/${session}`, 'DELETE')));
      const args = ['--automation', ...(scripts ? [] : ['--enable-javascript-markup=false'])];
      const options = { 'webkitgtk:browserOptions': { binary: browserPath(), args } };
      const { sessionId } = (await ask(`${driverUrl}/session`, 'POST', { capabilities: { alwaysMatch: options } })) as {
        sessionId: string;
      };
      sessions.push(sessionId);
      return openTab(`${driverUrl}/session/${sessionId}`);
    },
    close: async () => {
      await Promise.all(sessions.map((session) => ask(`${driverUrl}/session/${session}`, 'DELETE')));
      for (const process of [child, screenServer]) await end(process);
      await removeFolder(home);
    },
  };
}

async function openTab(session: string): Promise<Tab> {
  await ask(`${session}/window/rect`, 'POST', screen);
  const perform = (id: string, type: 'key' | 'pointer', actions: object[]) =>
    ask(`${session}/actions`, 'POST', { actions: [{ id, type, actions }] });
  const run: Tab['run'] = async (script, ...given) => {
    const code = `const [given, done] = arguments;
      (async () => JSON.stringify((await (${script})(...JSON.parse(given))) ?? null))().then((said) => done({ said }), (error) => done({ error: String(error) }));`;
    const answer = await ask(`${session}/execute/async`, 'POST', { script: code, args: [JSON.stringify(given)] });
    const { said, error } = answer as { said: string; error?: string };
    if (error) throw new Error(error);
    return JSON.parse(said);
  };
  return {
    open: async (url) => void (await ask(`${session}/url`, 'POST', { url })),
    run,
    load: async (source) => void (await ask(`${session}/execute/sync`, 'POST', { script: source, args: [] })),
    click: async (selector) => {
      const [x, y] = await run(middleOf, selector);
      // Its own "element click" thinks that the summary of a details cannot be clicked.
      await perform('mouse', 'pointer', pressAt(x, y));
    },
    type: async (text) => void (await perform('keyboard', 'key', strokes(text))),
    faults: () => [],
  };
}

/** Debian keeps the browser of the driver beside the library. */
function browserPath(): string {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'];
  const versions = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
  const places = folders.flatMap((folder) => versions.map((version) => `${folder}/${version}/MiniBrowser`));
  return places.find((place) => existsSync(place)) ?? 'MiniBrowser';
}

async function ask(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
  return value;
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await ask(`${url}/status`, 'GET').catch(() => null)) return;
    await pause(50);
  }
  throw new Error('WebKitWebDriver does not answer.');
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
