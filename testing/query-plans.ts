import { CompiledQuery, createQueryId, type KyselyPlugin } from 'kysely';
import type { Database } from '#server/core/database/database.ts';

/** Collects the statements of a store. */
export function collectStatements({ db, read, write, ...database }: Database) {
  const statements: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(db.getExecutor().compileQuery(node, createQueryId()));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    statements,
    database: {
      ...database,
      db: db.withPlugin(plugin),
      read: (work) => read((from) => work(from.withPlugin(plugin))),
      write: (work) => write((tx) => work(tx.withPlugin(plugin))),
    } satisfies Database as Database,
  };
}

/** The steps by which a store would run these statements, in its own words. */
export async function planOf({ db, engine }: Database, statements: CompiledQuery[]): Promise<string[]> {
  const steps: string[] = [];
  for (const { sql, parameters } of statements) {
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
    const plan = CompiledQuery.raw(`${explain} ${sql}`, [...parameters]) as CompiledQuery<Record<string, string>>;
    const { rows } = await db.executeQuery(plan);
    steps.push(...rows.map((row) => String(row.detail ?? row['QUERY PLAN'])));
  }
  return steps;
}
