import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onlyContentTests } from './content-tests.ts';
import { freePort } from './free-port.ts';
import { until, waitLimitMs } from './until.ts';

/** Limits of the product that a machine which stands still for a while does not exceed. */
export const longTimeouts = {
  connectMs: waitLimitMs,
  statementMs: waitLimitMs,
  queryMs: waitLimitMs,
  idleInTransactionMs: waitLimitMs,
};

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** The folder of the server's programs on this machine; null where there are none. */
export function findPostgres(): string | null {
  // What depends on the content does so on any database.
  if (onlyContentTests) return null;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
  if (!found) console.warn('PostgreSQL is not installed on this machine: its tests are skipped.');
  return found;
}

/**
 * Starts a cluster on loopback, which `stop` removes. It commits without fsync unless `durable`. `standbyOf`: the port of one that it copies and
 * then follows.
 */
export async function startPostgres(binaries: string, options: { durable?: boolean; standbyOf?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-postgres-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const run = (program: string, args: string[]) =>
    execFileSync(join(binaries, program), args, { ...user, stdio: 'pipe', cwd: folder });
  const { standbyOf } = options;
  if (standbyOf === undefined)
    run('initdb', ['--pgdata', folder, '--username', 'kerbside', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync']);
  else run('pg_basebackup', ['--pgdata', folder, '--dbname', conninfo(standbyOf), '-R', '--checkpoint=fast', '--no-sync']);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    // All files of a run share one cluster, each with a pool or two.
    max_connections: 400,
    fsync: options.durable ? 'on' : 'off',
    // A standby that has just lost its primary looks for it that often, and may be promoted only then.
    wal_retrieve_retry_interval: '500ms',
  };
  let server = await start();

  async function start() {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const process = spawn(join(binaries, 'postgres'), ['-D', folder, ...args], { ...user, stdio: 'ignore' });
    const exited = new Promise<void>((resolve) => process.once('exit', () => resolve()));
    await until('PostgreSQL to start', () =>
      query(`postgres://kerbside@127.0.0.1:${port}/postgres`, 'select 1').catch(() => null),
    );
    return { process, exited };
  }

  async function halt(signal: NodeJS.Signals) {
    server.process.kill(signal);
    await server.exited;
  }

  return {
    port,
    folder,
    pid: () => server.process.pid as number,
    /** Lets the server go on when the process that started it ends. */
    detach: () => server.process.unref(),
    createDatabase: () => createDatabase(port),
    createDatabaseWithClock: () => createDatabaseWithClock(port),
    /** Breaks every connection, as a restart for an upgrade does. */
    shutDown: () => halt('SIGINT'),
    bringUp: async () => {
      server = await start();
    },
    /** Stops the server without breaking a connection, as a machine without a network does. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    /** Makes a standby the primary. */
    promote: () => run('pg_ctl', ['promote', '--pgdata', folder]),
    /** Starts one that was shut down, as a standby of another. */
    follow: async (primaryPort: number) => {
      writeFileSync(join(folder, 'standby.signal'), '');
      appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo(primaryPort)}'\n`);
      server = await start();
    },
    /** Ends all its processes at once, as a machine that loses its power. */
    kill: async () => {
      signalAll('SIGKILL');
      await server.exited;
    },
    stop: async () => {
      signalAll('SIGCONT');
      await halt('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function signalAll(signal: NodeJS.Signals) {
    if (server.process.exitCode !== null || server.process.signalCode !== null) return;
    const pid = server.process.pid as number;
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)]).toString();
    for (const one of [pid, ...children.split(/\s+/).filter(Boolean).map(Number)]) {
      try {
        process.kill(one, signal);
      } catch {
        // The process has ended in the meantime.
      }
    }
  }
}

function conninfo(port: number): string {
  return `host=127.0.0.1 port=${port} user=kerbside`;
}

/** The URL of a new, empty database. */
export async function createDatabase(port: number): Promise<string> {
  const name = newName();
  await query(`postgres://kerbside@127.0.0.1:${port}/postgres`, `create database ${name}`);
  return `postgres://kerbside@127.0.0.1:${port}/${name}`;
}

/** The URL of a copy of this database, which has a clock and no connections. */
export async function copyDatabase(url: string): Promise<string> {
  const name = newName();
  const server = new URL('postgres', url).href;
  await query(server, `create database ${name} template ${nameIn(url)}`);
  await query(server, searchPathOf(name));
  return new URL(name, url).href;
}

function newName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

function searchPathOf(name: string): string {
  return `alter database ${name} set search_path = public, pg_catalog`;
}

/**
 * Creates a database as `createDatabase` does, with a clock that tests set in `test.clock`: its `now()` is found before PostgreSQL's
 * own.
 */
export async function createDatabaseWithClock(port: number): Promise<string> {
  const url = await createDatabase(port);
  await query(
    url,
    `create schema test;
    create table test.clock (at bigint, ahead bigint);
    insert into test.clock values (null, 0);
    create function public.now() returns timestamptz stable language sql as $$
      select coalesce(to_timestamp(at / 1000.0), clock_timestamp() + ahead * interval '1 ms') from test.clock $$;
    ${searchPathOf(nameIn(url))}`,
  );
  return url;
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: waitLimitMs });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The user that runs the server, which refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: id('-u'), gid: id('-g') };
}
