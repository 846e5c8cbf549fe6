// Protects: what PostgreSQL does not answer leaves no more sessions there than there are connections, and is waited for once.
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { engines } from '#testing/databases.ts';
import { copyPostgresTemplate } from '#testing/migrated-databases.ts';
import { startPooler, startSilentProxy } from '#testing/postgres-proxies.ts';
import { query } from '#testing/postgres-server.ts';
import { until } from '#testing/until.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { mostConnections } from './postgres.ts';

const onPostgres = engines.includes('postgres');

const timeouts = { connectMs: 2_000, statementMs: 400, queryMs: 500, idleInTransactionMs: 60_000 };

async function open(through: typeof startSilentProxy | null = null, trackActivities = 'on') {
  const url = await copyPostgresTemplate();
  const place = { port: Number(new URL(url).port), database: new URL(url).pathname.slice(1) };
  await query(url, `alter database "${place.database}" set track_activities = ${trackActivities}`);
  const proxy = await through?.(place);
  if (proxy) onTestFinished(proxy.close);
  const database = openDatabase({ dataDir: '', databaseUrl: proxy?.url ?? url }, { timeouts });
  onTestFinished(database.close);
  const from = `from pg_stat_activity where datname = '${place.database}' and pid <> pg_backend_pid()`;
  const sessions = async () => (await query(url, `select pid ${from}`)).map(({ pid }) => pid as number);
  return { url, database, proxy, sessions };
}

const act = ({ write }: Database) =>
  write((tx) => sql`insert into slow values (1)`.execute(tx)).then(
    () => 'stored',
    (error: Error) => error.message,
  );

const read = ({ db }: Database) =>
  sql`select 1`.execute(db).then(
    () => 'read',
    (error: Error) => error.message,
  );

const hangs = 'while a commit hangs at a server with track_activities %s others are refused at once, and pages can be read';
test.runIf(onPostgres).each(['on', 'off'])(hangs, async (trackActivities) => {
  const { url, database, sessions } = await open(null, trackActivities);
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query('select pg_advisory_lock(1)');
  await query(
    url,
    `create table slow (id int);
    create function pause() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
    create constraint trigger slow after insert on slow deferrable initially deferred for each row execute function pause()`,
  );
  expect(await act(database)).toMatch(/timeout/);
  const refused = 'The server has not answered what was sent before.';
  await until('the server to be asked', async () => (await act(database)) === refused);
  expect(new Set(await Promise.all(Array.from({ length: 30 }, () => act(database))))).toEqual(new Set([refused]));
  expect(await read(database)).toBe('read');
  expect((await sessions()).length).toBeLessThan(mostConnections);
  await holder.end();
  await until('changes to be stored', async () => (await act(database)) === 'stored');
});

test.runIf(onPostgres)('while a query that cannot be cancelled goes on at the server, changes are stored', async () => {
  const { url, database, sessions } = await open();
  await query(url, 'create table slow (id int)');
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query('select pg_advisory_lock(1)');
  const report = database.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
  });
  await expect(report).rejects.toThrow(/timeout/);
  for (let turn = 0; turn < 30; turn += 1) expect(await act(database)).toBe('stored');
  expect((await sessions()).length).toBeLessThan(mostConnections);
  await holder.end();
});

test.runIf(onPostgres)('sessions of connections that the network has lost are ended at the server', async () => {
  const { database, proxy, sessions } = await open(startSilentProxy);
  await Promise.all(Array.from({ length: 5 }, () => database.read((db) => sql`select pg_sleep(0.1)`.execute(db))));
  const before = await sessions();
  expect(before).toHaveLength(5);
  proxy?.dropConnections();
  expect(await read(database)).toMatch(/timeout/);
  expect(await read(database)).toBe('read');
  await until('them to end', async () => !(await sessions()).some((pid) => before.includes(pid)));
});

test.runIf(onPostgres)('claims are stored over their connections while another is lost and none can be opened', async () => {
  const { database, proxy } = await open(startSilentProxy);
  await read(database);
  proxy?.dropConnections();
  await database.openReserved?.();
  proxy?.refuse();
  expect(await read(database)).toMatch(/timeout/);
  const stored = database.writeReserved((tx) => sql`select 1`.execute(tx).then(() => 'stored'));
  expect([await stored, await read(database)]).toEqual(['stored', 'The server has not answered what was sent before.']);
});

test.runIf(onPostgres)('a session has time limits at the server, unless a pooler hands it to others', async () => {
  const { url, database } = await open();
  const read = sql<{ value: string }>`select current_setting('tcp_user_timeout') as value`;
  expect((await read.execute(database.db)).rows).toEqual([{ value: '25000' }]);
  const place = { port: Number(new URL(url).port), database: new URL(url).pathname.slice(1) };
  const pooler = await startPooler({ ...place, connections: 1 });
  onTestFinished(pooler.close);
  const behind = openDatabase({ dataDir: '', databaseUrl: pooler.url }, { timeouts });
  onTestFinished(behind.close);
  expect((await read.execute(behind.db)).rows).toEqual([{ value: '0' }]);
});
