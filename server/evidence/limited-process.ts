import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** What a child process that reads what strangers have sent may take on Linux: seconds of the processor, and memory. */
type Limits = { processorSeconds: number; memoryKb: number };

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

/** What a child writes; one that writes more than it may is ended. */
export function boundedOutput(child: ChildProcessWithoutNullStreams, maxBytes: number): Promise<Buffer> {
  let bytes = 0;
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes) child.kill('SIGKILL');
  });
  return buffer(child.stdout);
}

/** How a child ended; throws where it could not be started. */
export function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}
