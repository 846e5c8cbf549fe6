import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { copyProject } from '#testing/copy-project.ts';
import { freePort } from '#testing/free-port.ts';
import { type Postgres, query } from '#testing/postgres-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { withPort } from './postgres-pair.ts';

export const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Whether a database may only be read. Its sessions are ended, as they are where a managed one is. */
export async function setReadOnly(url: string, is: 'on' | 'off'): Promise<void> {
  await query(url, `set transaction read write; alter database ${nameOf(url)} set default_transaction_read_only = ${is}`);
  const others = `datname = '${nameOf(url)}' and pid <> pg_backend_pid()`;
  await query(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
}

/** The URL by which a role owns the database that may have so many connections. */
export async function limitConnections(url: string, most: number): Promise<string> {
  const role = `few_${nameOf(url)}`;
  const own = `select format('alter table %I owner to ${role}', relname) from pg_class`;
  await query(url, `create role ${role} login connection limit ${most}; alter database ${nameOf(url)} owner to ${role}; ${own}`);
  const limited = new URL(url);
  limited.username = role;
  return limited.href;
}

export const pgbouncer = '/usr/sbin/pgbouncer';

/** The URL of a database through PgBouncer, which hands its connections to another after each transaction. */
export async function startPgbouncer(url: string, connections: number): Promise<string> {
  const port = await freePort();
  const folder = temporaryFolder();
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')];
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: connections,
    max_client_conn: 200,
    ignore_startup_parameters: 'options,extra_float_digits,statement_timeout,idle_in_transaction_session_timeout',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  const target = `host=127.0.0.1 port=${new URL(url).port} user=kerbside dbname=${nameOf(url)}`;
  writeFileSync(users, '"kerbside" ""\n');
  writeFileSync(config, `[databases]\n${nameOf(url)} = ${target}\n[pgbouncer]\n${lines.join('')}`);
  chmodSync(folder, 0o755);
  const pooler = spawn(pgbouncer, [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), config], { stdio: 'ignore' });
  onTestFinished(() => void pooler.kill('SIGKILL'));
  const through = withPort(url, port);
  await until('PgBouncer to serve', () => query(through, 'select 1').catch(() => null));
  return through;
}

/** Moves the WAL of a server to a volume of its own with this size, and returns where that is. */
export async function moveWal(server: Postgres, megabytes: number): Promise<string> {
  const folder = join(temporaryFolder(), 'wal');
  await server.shutDown();
  const wal = join(server.folder, 'pg_wal');
  execFileSync('sh', ['-c', `mkdir "$1" && mount -t tmpfs -o size=${megabytes}m tmpfs "$1"`, 'sh', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  execFileSync('cp', ['--archive', `${wal}/.`, folder]);
  renameSync(wal, `${wal}-before`);
  symlinkSync(folder, wal);
  chmodSync(join(folder, '..'), 0o755);
  await server.bringUp();
  return folder;
}

/** A build of this product whose database has a column and an index more. */
export function buildNextRelease(): string {
  const folder = temporaryFolder();
  copyProject(folder);
  const list = join(folder, 'server/core/database/migrations.ts');
  const next = `'9999-next-release': () => ({
    up: async (db) => {
      await sql\`alter table form_submissions add column next_release text\`.execute(db);
      await sql\`create index form_submissions_next_release on form_submissions (next_release)\`.execute(db);
    },
  }),`;
  const source = readFileSync(list, 'utf8').replace('> = {\n', (start) => start + next);
  if (!source.includes(next)) throw new Error('The list of migrations has another form.');
  writeFileSync(list, `import { sql } from 'kysely';\n${source}`);
  execFileSync(process.execPath, ['bin/build.ts', '--if-changed'], { cwd: folder, stdio: 'pipe' });
  return folder;
}
