// Protects: cached SQL statements give the same results as new ones, in bounded memory.
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { heapInUse } from '#testing/heap.ts';
import { cacheStatements } from './sqlite.ts';

type Tables = { people: { id: number; name: string } };

const opened: Kysely<Tables>[] = [];
afterEach(() => Promise.all(opened.splice(0).map((db) => db.destroy())));

async function openPeople() {
  const sqlite = new Sqlite(':memory:');
  sqlite.exec("create table people (id integer primary key, name text); insert into people (name) values ('Aoife'), ('Zoë')");
  const prepare = vi.spyOn(sqlite, 'prepare');
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare: cacheStatements(sqlite), close: () => sqlite.close() } }),
  });
  opened.push(db);
  return { sqlite, db, prepare };
}

test('a query is prepared once, whatever its parameters', async () => {
  const { db, prepare } = await openPeople();
  const named = (name: string) => db.selectFrom('people').select('id').where('name', '=', name).execute();
  expect([await named('Aoife'), await named('Zoë'), await named('Mo')]).toEqual([[{ id: 1 }], [{ id: 2 }], []]);
  expect(prepare).toHaveBeenCalledTimes(1);
});

test('a query that is repeated while it is streamed runs after the stream', async () => {
  const { db } = await openPeople();
  const all = db.selectFrom('people').select('name').orderBy('id');
  const seen: string[] = [];
  let asked: Promise<unknown[]> | null = null;
  for await (const { name } of all.stream()) {
    asked ??= all.execute();
    seen.push(name);
  }
  expect(seen).toEqual(['Aoife', 'Zoë']);
  expect(await asked).toHaveLength(2);
});

test('a stream that is left in the middle leaves its query usable', async () => {
  const { db } = await openPeople();
  const all = db.selectFrom('people').select('name').orderBy('id');
  for await (const { name } of all.stream()) if (name === 'Aoife') break;
  expect(await all.execute()).toHaveLength(2);
});

test('a query that failed can be repeated', async () => {
  const { db } = await openPeople();
  const add = (id: number) => db.insertInto('people').values({ id, name: 'Mo' }).execute();
  await expect(add(1)).rejects.toThrow('UNIQUE');
  await add(3);
  expect(await db.selectFrom('people').selectAll().where('id', '=', 3).execute()).toEqual([{ id: 3, name: 'Mo' }]);
});

test('a query is prepared anew after its table has changed', async () => {
  const { db } = await openPeople();
  const all = () => sql<object>`select * from people where id = 1`.execute(db);
  expect((await all()).rows).toEqual([{ id: 1, name: 'Aoife' }]);
  await sql`alter table people add column age integer default 30`.execute(db);
  await sql`vacuum`.execute(db);
  expect((await all()).rows).toEqual([{ id: 1, name: 'Aoife', age: 30 }]);
});

test('at most a hundred statements are cached, and none that inserts many rows', async () => {
  const { db, prepare } = await openPeople();
  const number = (n: number) => sql`select ${sql.raw(String(n))}`.execute(db);
  for (let n = 0; n <= 100; n += 1) await number(n);
  await number(100);
  expect(prepare).toHaveBeenCalledTimes(101);
  await number(0);
  expect(prepare).toHaveBeenCalledTimes(102);
  const rows = Array.from({ length: 500 }, (_, index) => ({ id: 1_000 + index, name: 'Mo' }));
  for (let times = 0; times < 2; times += 1) {
    await db.insertInto('people').values(rows).execute();
    await db.deleteFrom('people').where('id', '>=', 1_000).execute();
  }
  expect(prepare).toHaveBeenCalledTimes(102 + 2 + 1);
});

test('Queries that come again and again take no more memory than the first time', () => {
  const sqlite = new Sqlite(':memory:');
  const prepare = cacheStatements(sqlite);
  const run = (times: number) => {
    for (let index = 0; index < times; index += 1) prepare(`select ${index % 10}`);
  };
  run(1_000);
  const before = heapInUse();
  run(100_000);
  expect(heapInUse() - before).toBeLessThan(2_000_000);
  sqlite.close();
});
