import type Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

/** So many queries stay prepared: more than the product has that come often. */
const most = 100;

/** A query longer than this many characters is a list of many rows, which hardly comes twice with as many. */
const longest = 4_000;

/**
 * A connection as Kysely wants it, that prepares a query once and not for each call. Besides the time, each prepared
 * statement holds memory of SQLite's until the garbage collector, which does not see it, happens to run.
 */
export function keepStatements(sqlite: Sqlite.Database): { prepare: (query: string) => Sqlite.Statement; close: () => void } {
  const kept = new LRUCache<string, Sqlite.Statement>({ max: most });
  return {
    prepare: (query) => {
      // Never one that is still being read from: Kysely lends its one connection to one query, or one stream, at a time.
      const statement = kept.get(query) ?? sqlite.prepare(query);
      if (query.length <= longest) kept.set(query, statement);
      return statement;
    },
    close: () => sqlite.close(),
  };
}
