import { CompiledQuery, type InsertObject, type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres, type Schema, type Tx } from './schema.ts';

/**
 * Inserts rows that have the same columns. PostgreSQL takes all of them at once; on SQLite one statement, prepared once, runs for
 * each, in half the time of a statement for all, whose text is another for each number of rows.
 */
export async function insertRows<Table extends keyof Schema>(
  tx: Tx,
  table: Table,
  rows: InsertObject<Schema, Table>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  if (isPostgres(tx)) {
    await tx.insertInto(table).values(rows).execute();
    return;
  }
  const columns = Object.keys(first) as (keyof typeof first)[];
  const places = columns.map(() => '?').join(', ');
  const text = `insert into ${table} (${columns.join(', ')}) values (${places})`;
  await tx.executeQuery(
    CompiledQuery.raw(
      text,
      rows.map((row) => columns.map((column) => row[column])),
    ),
  );
}

/** Whether a column has one of these values; the text is the same however many they are. */
export function isOneOf(db: Db, column: string, values: string[]): RawBuilder<boolean> {
  const name = sql.ref(column);
  return isPostgres(db)
    ? sql<boolean>`${name} = any(${values}::text[])`
    : sql<boolean>`${name} in (select value from json_each(${JSON.stringify(values)}))`;
}
