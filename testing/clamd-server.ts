import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanWithClamd } from '#server/files/clamd.ts';
import { freePort } from './free-port.ts';
import { makeFolder } from './test-run.ts';
import { until } from './until.ts';

/**
 * The EICAR test file, which every scanner calls a virus, though it is none. It is in two halves, so that no scanner finds it here.
 */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** The largest file that clamd accepts here; its default is a hundred megabytes. */
export const clamdMaxBytes = 2 * 1024 * 1024;

/** The path of clamd on this machine; null where it is not installed. */
export function findClamd(): string | null {
  const found = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].find((path) => existsSync(path)) ?? null;
  if (!found) console.warn('clamd is not installed on this machine (Debian: clamav-daemon): its tests are skipped.');
  return found;
}

/** Starts a clamd with one signature, that of EICAR. `others`: settings of clamd.conf beside those of all tests. */
export async function startClamd(program: string, others: Record<string, string | number> = {}) {
  const folder = await makeFolder();
  const [signatures, socket, port] = [join(folder, 'signatures'), join(folder, 'clamd.sock'), await freePort()];
  mkdirSync(signatures);
  writeFileSync(join(signatures, 'test.ndb'), `Eicar:0:*:${Buffer.from(eicar).toString('hex')}\n`);
  const settings = {
    Foreground: 'yes',
    TCPSocket: port,
    TCPAddr: '127.0.0.1',
    LocalSocket: socket,
    DatabaseDirectory: signatures,
    Bytecode: 'no',
    StreamMaxLength: clamdMaxBytes,
    MaxThreads: 2,
    TemporaryDirectory: folder,
    ...others,
  };
  const config = join(folder, 'clamd.conf');
  writeFileSync(
    config,
    Object.entries(settings)
      .map((pair) => pair.join(' '))
      .join('\n'),
  );
  const [tcp, unix] = [`tcp://127.0.0.1:${port}`, `unix:${socket}`];
  let server = await start();

  async function start(): Promise<ChildProcess> {
    const child = spawn(program, [`--config-file=${config}`], { stdio: 'ignore' });
    const isUp = () =>
      scanWithClamd(tcp, async () => oneChunk(Buffer.from('.')), new AbortController().signal).then(
        () => true,
        () => false,
      );
    await until('clamd to start', isUp);
    return child;
  }

  async function stop() {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }

  return {
    tcp,
    unix,
    stop,
    start: async () => {
      server = await start();
    },
  };
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}
