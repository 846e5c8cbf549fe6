// Protects: a claim is stored however few connections the server has, and whatever else holds them.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { engines, testDatabases } from '#testing/databases.ts';
import { query } from '#testing/postgres-server.ts';
import { until } from '#testing/until.ts';
import { connectionSentence, readConnectionRoom } from './connection-room.ts';
import { codeOf, type Database } from './database.ts';
import { openDatabase, openMigrated } from './open.ts';
import type { Db } from './schema.ts';

const databases = testDatabases();

const limit = 6;

/** A store whose role, no superuser, may have six connections. */
async function openWithFew() {
  const { dataDir, databaseUrl: owners } = await databases.newPlace('postgres');
  const owner = owners as string;
  const url = new URL(owner);
  const role = `few_${url.pathname.slice(1)}`;
  await (await openMigrated({ dataDir, databaseUrl: owners })).close();
  await query(
    owner,
    `create role ${role} login password 'few' connection limit ${limit}; grant usage on schema public to ${role}; grant all on all tables in schema public to ${role}`,
  );
  onTestFinished(() => query(owner, `drop owned by ${role}; drop role ${role}`).then(() => undefined));
  url.username = role;
  url.password = 'few';
  const open = async () => {
    const database = openDatabase({ dataDir, databaseUrl: url.href });
    onTestFinished(() => database.close());
    await database.openReserved?.();
    return database;
  };
  return { open, sessions: `select pid from pg_stat_activity where usename = '${role}'`, owner };
}

const claim = ({ writeReserved }: Database) => writeReserved((tx) => sql`select 1`.execute(tx)).then(() => 'stored', codeOf);

/** Work of staff and jobs, so much at once. */
const work = ({ db }: { db: Db }, queries: number, seconds: number) =>
  Promise.allSettled(Array.from({ length: queries }, () => sql`select pg_sleep(${seconds})`.execute(db)));

const onPostgres = engines.includes('postgres');

test.runIf(onPostgres)('of two instances each stores claims while their other work holds all connections', async () => {
  const { open } = await openWithFew();
  const instances = [await open(), await open()];
  const others = instances.map((one) => work(one, 10, 1));
  const stored = await Promise.all(Array.from({ length: 20 }, (_, turn) => claim(instances[turn % 2] as Database)));
  expect(new Set(stored)).toEqual(new Set(['stored']));
  const results = (await Promise.all(others)).flat();
  expect(results.some(({ status }) => status === 'rejected')).toBe(true);
});

test.runIf(onPostgres)('connections for claims that were lost come back before what the others hold idle', async () => {
  const { open, sessions, owner } = await openWithFew();
  const database = await open();
  await work(database, limit - 2, 0.1);
  expect(await query(owner, sessions)).toHaveLength(limit);
  await query(owner, `select pg_terminate_backend(pid) from (${sessions} order by backend_start limit 2) first`);
  await until('both to be gone', async () => (await query(owner, sessions)).length === limit - 2);
  await open();
  expect(await query(owner, sessions)).toHaveLength(limit);
  expect(await claim(database)).toBe('stored');
});

test.runIf(onPostgres)('a role that may have too few for one instance is told by how many', async () => {
  const { open } = await openWithFew();
  const found = await readConnectionRoom(await open());
  expect(found).toEqual({ room: limit, instances: 0 });
  expect(connectionSentence({ room: 35, instances: 2 })).toBe(
    'PostgreSQL has 35 connections for this user: enough for 2 instances (each instance opens 14 at most, and commands 3).',
  );
});
