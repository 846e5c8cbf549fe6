import { sql } from 'kysely';
import type { Tx } from './schema.ts';

/**
 * A column, constraint, index or trigger of PostgreSQL. `columns`: those that a constraint is about. `mayBeAdded`: the release before goes on
 * writing to its table, because it need not know it.
 */
type Part = { table: string; name: string; definition: string; columns: string[]; mayBeAdded: boolean };

export async function readSchema(tx: Tx): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select table_name as "table", 'column ' || column_name as name, concat_ws(' ', data_type, is_nullable, column_default) as definition,
      array[column_name]::text[] as columns, is_nullable = 'YES' or column_default is not null as "mayBeAdded"
    from information_schema.columns where table_schema = current_schema()
    union all
    select conrelid::regclass::text, 'constraint ' || conname, pg_get_constraintdef(oid),
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)), false
    from pg_constraint where connamespace = current_schema()::regnamespace and conrelid <> 0 and contype <> 'n'
    union all
    select tablename, 'index ' || indexname, indexdef, '{}', false from pg_indexes where schemaname = current_schema()
      and not exists (select 1 from pg_constraint where conname = indexname and connamespace = current_schema()::regnamespace)
    union all
    select tgrelid::regclass::text, 'trigger ' || tgname, pg_get_triggerdef(pg_trigger.oid), '{}', false
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::regnamespace`.execute(tx);
  return rows;
}

/**
 * What instances of the release before could not run beside, in words: everything but new tables, new columns that may be empty or have a
 * default, and constraints of new columns alone. Indexes of tables with rows are built concurrently after the migrations.
 */
export function breakingChanges(before: Part[], after: Part[]): string[] {
  const keyOf = ({ table, name }: Part) => `${table}: ${name}`;
  const [former, latter] = [before, after].map((parts) => new Map(parts.map((part) => [keyOf(part), part] as const)));
  const tables = new Set(before.map(({ table }) => table));
  const isNewColumn = (table: string, column: string) => !former?.has(`${table}: column ${column}`);
  const removed = before.filter((part) => !latter?.has(keyOf(part)));
  const changed = after.filter((part) => (former?.get(keyOf(part))?.definition ?? part.definition) !== part.definition);
  const added = after.filter((part) => {
    const { table, name, columns, mayBeAdded } = part;
    if (former?.has(keyOf(part)) || !tables.has(table) || mayBeAdded) return false;
    return !name.startsWith('constraint ') || !columns.every((column) => isNewColumn(table, column));
  });
  const say = (parts: Part[], what: string) => parts.map(({ table, name }) => `${name} of ${table} ${what}`);
  return [...say(removed, 'removed'), ...say(changed, 'changed'), ...say(added, 'added')];
}
