import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryWithRoom } from './memory-with-room.ts';
import { findPostgres, startPostgres } from './postgres-server.ts';
import { removeFolder } from './remove-folder.ts';
import { until, waitLimitMs } from './until.ts';

/** In memory there has to be room for the databases, files and browsers of all workers. */
const roomForRun = 4 * 1024 ** 3;

/** The projects of a run that are set up, and not ended. */
let projects = 0;

/**
 * Vitest's global setup, once for all projects of a run: a folder for everything that it writes, in memory where the machine has enough of
 * it, so that thousands of commits do not wait for its disk; and the end of the PostgreSQL that the run's files share.
 */
export default function setUpRun() {
  projects += 1;
  if (projects === 1) makeRunFolder();
  return async () => {
    projects -= 1;
    if (projects > 0) return;
    await stopSharedPostgres(runFolder());
    // Products that workers share end with the workers, and may still be writing.
    await removeFolder(runFolder());
  };
}

function makeRunFolder(): void {
  const memory = memoryWithRoom(roomForRun);
  const folder = mkdtempSync(join(memory ?? tmpdir(), 'kerbside-run-'));
  // PostgreSQL and what runs without rights have folders in it.
  chmodSync(folder, 0o711);
  process.env.KERBSIDE_RUN_FOLDER = folder;
  if (memory) process.env.TMPDIR = folder;
}

/** The folder in which tests may write: that of this run, or the system's where there is none. */
export function runFolder(): string {
  return process.env.KERBSIDE_RUN_FOLDER ?? tmpdir();
}

/** A new folder, which ends with the run. */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(runFolder(), 'folder-'));
}

/** The port of the PostgreSQL that all files of this run share. The first worker that needs it starts it. */
export async function sharedPostgresPort(): Promise<number> {
  const { port } = await oncePerRun<SharedPostgres>(sharedPostgres, async () => {
    const { port, folder, pid, detach } = await startPostgres(findPostgres() as string);
    detach();
    return { port, folder, pid: pid() };
  });
  return port;
}

const sharedPostgres = 'PostgreSQL';

type SharedPostgres = { port: number; folder: string; pid: number };

/** What the first worker of this run that asks for it makes, for all workers, as JSON. */
export async function oncePerRun<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
  const state = join(runFolder(), `${name}.json`);
  if (claim(join(runFolder(), `${name}-lock`))) {
    writeFileSync(`${state}.new`, JSON.stringify(await make()));
    renameSync(`${state}.new`, state);
  }
  // To make a cluster of PostgreSQL and to start it takes two such times at most.
  await until(name, () => existsSync(state), 2 * waitLimitMs);
  return JSON.parse(readFileSync(state, 'utf8'));
}

async function stopSharedPostgres(folder: string): Promise<void> {
  const state = join(folder, `${sharedPostgres}.json`);
  if (!existsSync(state)) return;
  const { pid, folder: data }: SharedPostgres = JSON.parse(readFileSync(state, 'utf8'));
  const pidFile = join(data, 'postmaster.pid');
  process.kill(pid, 'SIGINT');
  await until('PostgreSQL to stop', () => !existsSync(pidFile));
  rmSync(data, { recursive: true, force: true });
}

/** True for the first caller of all workers. */
function claim(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
