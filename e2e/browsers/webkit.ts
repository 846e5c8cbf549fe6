import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../harness/port.ts';
import { makeFolder, removeFolder } from '../harness/product.ts';
import { LostCommand, middleOf, type OtherBrowser, pressAt, screen, strokes, type Tab } from './other-browser.ts';

const driverPath = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';

/** What is asked takes milliseconds; a new browser takes seconds on a busy machine. */
const commandMs = 20_000;

/**
 * On a busy machine the driver once in many runs never answers a command, which says nothing of the page. Then, and only then,
 * a journey is tried once more, with a driver of its own.
 */
export const onceMoreWhenLost = { count: 1, condition: /^lost command:/ };

/** WebKitGTK has no headless way of its own, so it needs a display that nobody sees. */
export const webkitPath = existsSync(driverPath) && existsSync(display) ? driverPath : null;

/** WebKitGTK, whose driver speaks classic WebDriver. */
export async function openWebkit(path: string): Promise<OtherBrowser> {
  const home = await makeFolder();
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
  let driver = await startDriver(path, env);
  return {
    newTab: async ({ scripts = true } = {}) => {
      if (driver.lostCommand()) {
        await driver.end();
        driver = await startDriver(path, env);
      }
      const args = ['--automation', ...(scripts ? [] : ['--enable-javascript-markup=false'])];
      return openTab(await driver.newSession({ 'webkitgtk:browserOptions': { binary: browserPath(), args } }));
    },
    close: async () => {
      await driver.end();
      await end(screenServer, () => screenServer.kill());
      await removeFolder(home);
    },
  };
}

/** Asks within a session: its answer's value. */
type Ask = (path: string, method: 'GET' | 'POST' | 'DELETE', body?: object) => Promise<unknown>;

async function startDriver(path: string, env: Record<string, string | undefined>) {
  const port = await freePort();
  // In a group of its own, so that the browsers that it started end with it, in whatever state they are.
  const child = spawn(path, [`--port=${port}`], { env, stdio: 'ignore', detached: true });
  const endGroup = () => process.kill(-(child.pid as number), 'SIGKILL');
  process.once('exit', endGroup);
  const sessions: string[] = [];
  let lost = false;

  const ask: Ask = async (path, method, body) => {
    const sent = { method, signal: AbortSignal.timeout(commandMs), ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, sent).catch((error) => {
      if (error.name !== 'TimeoutError') throw error;
      lost = true;
      throw new LostCommand(`${method} ${path}`);
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
    return value;
  };

  await answering(() => ask('/status', 'GET'));
  return {
    lostCommand: () => lost,
    newSession: async (options: object): Promise<Ask> => {
      // One page at a time: its automation has one window.
      await Promise.all(sessions.splice(0).map((session) => ask(session, 'DELETE')));
      const { sessionId } = (await ask('/session', 'POST', { capabilities: { alwaysMatch: options } })) as { sessionId: string };
      const session = `/session/${sessionId}`;
      sessions.push(session);
      return (path, method, body) => ask(session + path, method, body);
    },
    end: async () => {
      process.off('exit', endGroup);
      await end(child, endGroup);
    },
  };
}

async function openTab(ask: Ask): Promise<Tab> {
  await ask('/window/rect', 'POST', screen);
  const perform = (id: string, type: 'key' | 'pointer', actions: object[]) =>
    ask('/actions', 'POST', { actions: [{ id, type, actions }] });
  const run: Tab['run'] = async (script, ...given) => {
    const code = `const [given, done] = arguments;
      (async () => JSON.stringify((await (${script})(...JSON.parse(given))) ?? null))().then((said) => done({ said }), (error) => done({ error: String(error) }));`;
    const answer = await ask('/execute/async', 'POST', { script: code, args: [JSON.stringify(given)] });
    const { said, error } = answer as { said: string; error?: string };
    if (error) throw new Error(error);
    return JSON.parse(said);
  };
  return {
    open: async (url) => void (await ask('/url', 'POST', { url })),
    run,
    load: async (source) => void (await ask('/execute/sync', 'POST', { script: source, args: [] })),
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

async function answering(status: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await status().catch(() => null)) return;
    await pause(50);
  }
  throw new Error('WebKitWebDriver does not answer.');
}

async function end(child: ChildProcess, kill: () => void): Promise<void> {
  const ended = once(child, 'exit');
  kill();
  await ended;
}
