import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFolder } from '#testing/test-run.ts';
import { freePort } from './port.ts';
import { type HttpResponse, type RequestOptions, request } from './request.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** One process of the built product, on a port and a data folder of its own. */
export type Product = {
  url: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** What it has written so far: the two lines of the start, then the log. */
  output: () => string;
  /** Waits until it has written this. */
  writes: (words: string | RegExp) => Promise<void>;
  exited: Promise<Exit>;
  request: (path: string, ask?: RequestOptions) => Promise<HttpResponse>;
  /** Sends SIGTERM and waits for the end. */
  stop: () => Promise<Exit>;
  /** Ends it at once, as a power cut would. */
  kill: () => Promise<Exit>;
};

/** `at`: the port and the data folder of a product that was there before. `folder`: where it stands, if not here. */
export async function startProduct(
  settings: Record<string, string> = {},
  at?: Pick<Product, 'port' | 'dataDir'>,
  folder = root,
): Promise<Product> {
  const port = at?.port ?? (await freePort());
  const dataDir = at?.dataDir ?? (await makeFolder());
  const child = spawn(process.execPath, ['server/main.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      MAIL_TO: teamAddress,
      MAIL_FROM: 'website@kerbside.example',
      RATE_LIMIT: 'off',
      ...settings,
    },
    // By the channel it notices when this process is gone, and ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const written = collect(child);
  const exited = once(child, 'exit').then(([code, signal]): Exit => ({ code, signal }));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  await Promise.race([
    written.until('E-mails:'),
    exited.then(() => {
      throw new Error(`The product exited at its start:\n${written.text()}`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    process: child,
    output: written.text,
    writes: written.until,
    exited,
    request: (path, ask) => request(`http://127.0.0.1:${port}${path}`, ask),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Where the product's letters go. */
export const teamAddress = 'team@kerbside.example';

export function makeFolder(): Promise<string> {
  return mkdtemp(join(runFolder(), 'folder-'));
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

/** What a process writes, and a way to wait until it has written something. */
export function collect(child: ChildProcess) {
  let text = '';
  const looks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (const look of looks) look();
    });
  }
  return {
    text: () => text,
    until: (words: string | RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!(typeof words === 'string' ? text.includes(words) : words.test(text))) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
      }),
  };
}
