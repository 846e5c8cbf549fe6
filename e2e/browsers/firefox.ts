import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, removeFolder } from '../harness/product.ts';
import { openBidi } from './bidi.ts';
import { middleOf, type OtherBrowser, pressAt, screen, strokes, type Tab } from './other-browser.ts';

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

export const firefoxPath = [process.env.FIREFOX_PATH, ...places].find((place) => place && existsSync(place)) ?? null;

/** Scripts are on or off for a whole Firefox, so the two kinds of tab come from two of them. */
export async function openFirefox(path: string): Promise<OtherBrowser> {
  const running = new Map<boolean, Promise<Firefox>>();
  return {
    newTab: async ({ scripts = true } = {}) => {
      if (!running.has(scripts)) running.set(scripts, startFirefox(path, scripts));
      return openTab((await running.get(scripts)) as Firefox, scripts);
    },
    close: async () => {
      for (const firefox of running.values()) await (await firefox).close();
    },
  };
}

type Firefox = Awaited<ReturnType<typeof startFirefox>>;

async function startFirefox(path: string, scripts: boolean) {
  const profile = await makeFolder();
  const preferences = {
    'javascript.enabled': scripts,
    'intl.accept_languages': 'en-GB',
    'datareporting.policy.dataSubmissionEnabled': false,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(path, args, {
    env: { PATH: process.env.PATH, HOME: profile, TZ: 'Europe/London' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const bidi = await openBidi(`${await addressOf(child)}/session`);
  await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    bidi,
    close: async () => {
      const ended = once(child, 'exit');
      await bidi.send('browser.close');
      await ended;
      await removeFolder(profile);
    },
  };
}

async function openTab({ bidi }: Firefox, scripts: boolean): Promise<Tab> {
  // Where a page may not run scripts, a promise of it never settles.
  const [asynchronous, waiting] = scripts ? ['async', 'await'] : ['', ''];
  const { userContext } = await bidi.send('browser.createUserContext');
  const { context } = await bidi.send('browsingContext.create', { type: 'tab', userContext });
  await bidi.send('browsingContext.setViewport', { context, viewport: screen });
  const faults: string[] = [];
  bidi.on('log.entryAdded', ({ level, text, source }) => {
    if (level === 'error' && (source as { context?: string }).context === context) faults.push(String(text));
  });
  const call = async (functionDeclaration: string, given: string): Promise<string> => {
    const answer = await bidi.send('script.callFunction', {
      functionDeclaration,
      arguments: [{ type: 'string', value: given }],
      awaitPromise: true,
      userActivation: true,
      target: { context },
    });
    if (answer.type === 'exception') throw new Error((answer.exceptionDetails as { text: string }).text);
    return (answer.result as { value: string }).value;
  };
  const run: Tab['run'] = async (script, ...given) =>
    JSON.parse(
      await call(
        `${asynchronous} (given) => JSON.stringify((${waiting} (${script})(...JSON.parse(given))) ?? null)`,
        JSON.stringify(given),
      ),
    );
  const perform = (id: string, type: 'key' | 'pointer', actions: object[]) =>
    bidi.send('input.performActions', { context, actions: [{ id, type, actions }] });
  return {
    open: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    run,
    load: async (source) => void (await call(`() => { ${source}\n }`, '')),
    click: async (selector) => {
      const [x, y] = await run(middleOf, selector);
      await perform('mouse', 'pointer', pressAt(x, y));
    },
    type: async (text) => {
      await perform('keyboard', 'key', strokes(text));
    },
    faults: () => faults,
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`Firefox ended at its start:\n${said}`)));
  });
}
