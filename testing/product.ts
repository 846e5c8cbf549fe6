import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodeEnv, nodeFlags } from '../bin/node-options.mjs';
import { freePort } from './free-port.ts';
import { type HttpResponse, type RequestOptions, request } from './http.ts';
import { reserveDisk } from './reserve-disk.ts';
import { makeFolder } from './test-run.ts';
import { waitLimitMs } from './until.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The team's address in journeys. */
export const teamAddress = 'team@kerbside.example';

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type ProductProcess = {
  url: string;
  process: ChildProcess;
  /** Everything that the process has written, to stdout and to stderr. */
  output: () => string;
  exited: Promise<Exit>;
  /** Resolves when it serves; rejects when it ends before that, or takes too long. */
  ready: Promise<void>;
  end: (signal: NodeJS.Signals) => Promise<Exit>;
};

/**
 * Starts the built product with the command's flags, or another server, and does not wait until it serves. `within`: a command
 * that ends by executing another one.
 */
export async function spawnProduct(
  env: Record<string, string>,
  script = 'server/main.mjs',
  flags: string[] = [],
  within: string[] = [],
): Promise<ProductProcess> {
  const port = env.PORT ?? String(await freePort());
  const settings = { ...nodeEnv, RATE_LIMIT: 'off', CANARY: 'off', LOG_LEVEL: 'warn', ...env, PORT: port };
  const { child, output, exited } = spawnServer([...within, process.execPath, ...nodeFlags, ...flags, script], root, settings);
  const ready = Promise.race([
    output.until('Site:'),
    exited.then(() => Promise.reject(new Error(`It ended before it served: ${output.text()}`))),
    pause(waitLimitMs, null, { ref: false }).then(() => Promise.reject(new Error(`It does not serve: ${output.text()}`))),
  ]);
  ready.catch(() => {});
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { url: `http://127.0.0.1:${port}`, process: child, output: output.text, exited, ready, end };
}

/** A running product with a port and a data folder of its own. */
export type Product = {
  url: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** Everything that the product has written so far. */
  output: () => string;
  /** Waits until the product has written this. */
  writes: (text: string | RegExp) => Promise<void>;
  exited: Promise<Exit>;
  request: (path: string, options?: RequestOptions) => Promise<HttpResponse>;
  /** Sends SIGTERM and waits for the end. */
  stop: () => Promise<Exit>;
  /** Sends SIGKILL, the equivalent of a power cut. */
  kill: () => Promise<Exit>;
};

/** `at`: a data folder that is there already, and the port of an earlier product. `folder`: where the product is installed, if not here. */
export async function startProduct(
  settings: Record<string, string> = {},
  at?: Pick<Product, 'dataDir'> & Partial<Pick<Product, 'port'>>,
  folder = root,
): Promise<Product> {
  const port = at?.port ?? Number(settings.PORT ?? (await freePort()));
  const dataDir = at?.dataDir ?? (await makeFolder());
  if (!at) reserveDisk(dataDir);
  const addresses = { MAIL_TO: teamAddress, MAIL_FROM: 'website@kerbside.example' };
  const env = { PORT: String(port), DATA_DIR: dataDir, ...addresses, RATE_LIMIT: 'off', CANARY: 'off', ...settings };
  const { child, output, exited } = spawnServer([process.execPath, 'server/main.mjs'], folder, env);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  await Promise.race([
    output.until('Emails:'),
    exited.then(() => Promise.reject(new Error(`The product ended at its start:\n${output.text()}`))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    process: child,
    output: output.text,
    writes: output.until,
    exited,
    request: (path, options) => request(`http://127.0.0.1:${port}${path}`, options),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function spawnServer([program = '', ...args]: string[], folder: string, env: Record<string, string>) {
  if (!existsSync(join(folder, 'build/server/index.js'))) throw new Error('The product is not built yet: npm run build.');
  const child = spawn(program, args, {
    cwd: folder,
    // NODE_OPTIONS: the clock of `npm run test:ahead`.
    env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS, NODE_ENV: 'production', ...env },
    // The channel closes with this process, and the product then ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  return { child, output: collect(child), exited };
}

/** What a process writes, and a way to wait until it has written something. */
export function collect(child: ChildProcess) {
  let text = '';
  const checks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (const check of checks) check();
    });
  }
  return {
    text: () => text,
    until: (wanted: string | RegExp) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!(typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text))) return;
          checks.delete(check);
          resolve();
        };
        checks.add(check);
        check();
      }),
  };
}
