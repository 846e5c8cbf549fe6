import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';

/** The transaction that inserted a submission, on PostgreSQL. Null for those of before, and on SQLite, which one process writes to. */
export function transactionIds(engine: Engine): Migration {
  const isPostgres = engine === 'postgres';
  return {
    up: async (db) => {
      await sql.raw(`alter table form_submissions add column transaction_id ${isPostgres ? 'xid8' : 'text'}`).execute(db);
      // Set afterwards, because a new column with such a default has PostgreSQL write the whole table anew.
      if (isPostgres)
        await sql`alter table form_submissions alter column transaction_id set default pg_current_xact_id()`.execute(db);
    },
  };
}
