import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { tables } from './tables.ts';

/** How many rows a table has, and a checksum over all of them that does not depend on the engine or on their order. */
export type TableSum = { table: string; rows: number; checksum: string };

/** The copy was not made; the message is a sentence. */
export class CannotCopy extends Error {}

type Row = Record<string, unknown> & { id: string };
// Columns are taken as they come, so that a column added later is copied too.
type AnyTables = Kysely<Record<string, Row>>;

/** Rows on their way at once. */
const pageSize = 500;

/** Copies everything into an empty store in one transaction, from one moment of the source, and proves that it arrived. */
export async function copyAll(from: Database, to: Database): Promise<TableSum[]> {
  return atOneMoment(from, (source) =>
    to.write(async (tx) => {
      const target = tx as unknown as AnyTables;
      for (const { name } of tables)
        if (await target.selectFrom(name).select('id').limit(1).executeTakeFirst())
          throw new CannotCopy(`The target is not empty: its table ${name} has rows. Nothing was changed.`);
      for (const { name, json } of tables)
        for await (const page of pagesOf(source, name))
          await target
            .insertInto(name)
            .values(page.map((row) => withJsonText(row, json)))
            .execute();
      const sums = await sumTables(source);
      const arrived = await sumTables(target);
      if (JSON.stringify(sums) !== JSON.stringify(arrived))
        throw new CannotCopy('What arrived is not what was sent. Nothing was kept.');
      return sums;
    }),
  );
}

/** Counts and checksums of a store, all from one moment. */
export function sumAll(database: Database): Promise<TableSum[]> {
  return atOneMoment(database, sumTables);
}

async function atOneMoment<T>({ db, engine }: Database, read: (source: AnyTables) => Promise<T>): Promise<T> {
  const transaction = (db as unknown as AnyTables).transaction().setAccessMode('read only');
  return (engine === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read')).execute(read);
}

async function sumTables(source: AnyTables): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const { name, json } of tables) {
    let rows = 0;
    let sum = 0n;
    for await (const page of pagesOf(source, name)) {
      rows += page.length;
      for (const row of page) sum = BigInt.asUintN(256, sum + hashOf(row, json));
    }
    sums.push({ table: name, rows, checksum: sum.toString(16).padStart(64, '0') });
  }
  return sums;
}

async function* pagesOf(source: AnyTables, table: string): AsyncGenerator<Row[]> {
  for (let last: string | null = null; ; ) {
    const page = (await source
      .selectFrom(table)
      .selectAll()
      .$if(last !== null, (query) => query.where('id', '>', last as string))
      .orderBy('id')
      .limit(pageSize)
      .execute()) as Row[];
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)?.id ?? null;
  }
}

function withJsonText(row: Row, json: readonly string[]): Row {
  const texts = json.map((name) => [
    name,
    typeof row[name] === 'object' && row[name] !== null ? JSON.stringify(row[name]) : row[name],
  ]);
  return { ...row, ...Object.fromEntries(texts) };
}

/** The same for the same facts: names in order, JSON by what it says and not by how it is spaced. */
function hashOf(row: Row, json: readonly string[]): bigint {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    json.includes(name) && typeof value === 'string' ? JSON.parse(value) : value,
  ]);
  return BigInt(
    `0x${createHash('sha256')
      .update(canonical(Object.fromEntries(values)))
      .digest('hex')}`,
  );
}

function canonical(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}
