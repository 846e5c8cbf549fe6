import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** What a child process that reads what strangers have sent may take on Linux: seconds of the processor, and memory. */
type Limits = { processorSeconds: number; memoryKb: number };

/** A child process. It answers on file descriptor 3, because decoders print to standard output what they think of a picture. */
export type Reader = { process: ChildProcess; input: Writable; answer: Readable; errors: Readable };

/** Starts a module of the product with these limits. It has neither settings nor secrets, and may read nothing but its own code. */
export function startReader(
  module: string,
  { flags, args, env = {}, limits }: { flags: string[]; args: string[]; env?: Record<string, string>; limits: Limits },
): Reader {
  const entry = fileURLToPath(module);
  // Found by the package's name for it, because this module may be part of the build.
  const root = fileURLToPath(new URL('..', import.meta.resolve('#server/main.mjs')));
  const readable = [join(root, 'node_modules'), dirname(entry), join(root, 'package.json')];
  const permissions = ['--permission', '--disable-warning=SecurityWarning', ...readable.map((path) => `--allow-fs-read=${path}`)];
  const [program = '', ...rest] = limitedCommand([process.execPath, ...flags, ...permissions, entry, ...args], limits);
  const child = spawn(program, rest, { env, cwd: root, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  const [input, , errors, answer] = child.stdio;
  return { process: child, input: input as Writable, answer: answer as Readable, errors: errors as Readable };
}

/**
 * A command with limits of the kernel, where that is Linux. It has a network namespace of its own, in which there is no network, where
 * the system lets this user make one; native code cannot leave it either. Sockets in files are not in it.
 */
export function limitedCommand(command: string[], { processorSeconds, memoryKb }: Limits): string[] {
  if (process.platform !== 'linux') return command;
  const script = [
    // When the machine runs out of memory, this process is ended first.
    'echo 1000 > /proc/self/oom_score_adj',
    `ulimit -d ${memoryKb}`,
    'ulimit -c 0',
    // Only below the hard limit of time is the signal SIGXCPU.
    `ulimit -St ${processorSeconds}`,
    `ulimit -Ht ${processorSeconds + 5}`,
    'if unshare -Un true 2>/dev/null; then exec unshare -Un "$0" "$@"; fi',
    'exec "$0" "$@"',
  ].join('; ');
  return ['/bin/sh', '-c', script, ...command];
}

/** What a reader answers; one that answers more than it may is ended. */
export function boundedAnswer({ process: child, answer }: Reader, maxBytes: number): Promise<Buffer> {
  let bytes = 0;
  answer.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes) child.kill('SIGKILL');
  });
  return buffer(answer);
}

/** How a child ended; throws where it could not be started. */
export function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}
