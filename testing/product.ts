import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeEnv, nodeFlags } from '../bin/node-options.mjs';
import { freePort } from './postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export type Product = {
  url: string;
  process: ChildProcess;
  /** Everything it has written, to stdout and to stderr. */
  output: () => string;
  /** Its exit code and signal, once it has ended. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resolves when it serves; rejects when it ends before that. */
  ready: Promise<void>;
  end: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Starts the built product, or another server that says when it serves, as a process of its own. */
export async function startProduct(
  env: Record<string, string>,
  script = 'server/main.mjs',
  flags: string[] = [],
): Promise<Product> {
  if (!existsSync(`${root}build/server/index.js`)) throw new Error('The product is not built yet: npm run build.');
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [...nodeFlags, ...flags, script], {
    cwd: root,
    env: { PATH: process.env.PATH, ...nodeEnv, NODE_ENV: 'production', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Site:')) resolve();
      });
    void exited.then(() => reject(new Error(`It ended before it served: ${output}`)));
  });
  ready.catch(() => {});
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { url: `http://127.0.0.1:${port}`, process: child, output: () => output, exited, ready, end };
}

/** What came back for a claim: the reference, or the status and message of a refusal, or status 0 when nobody answered. */
export type SendResult = { status: number; reference?: string; message?: string };

/** Sends a form as the page does. */
export async function sendForm(
  url: string,
  formData: Record<string, string>,
  key?: string,
  formName = 'Make a Claim',
): Promise<SendResult> {
  try {
    const answer = await fetch(`${url}/functions/v1/send-form-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify({ formName, formData }),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: answer.status, ...((await answer.json()) as { reference?: string; message?: string }) };
  } catch {
    return { status: 0 };
  }
}
