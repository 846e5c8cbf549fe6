import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';

/** The words of claimants' messages, for search at the desk. */
export function messageTerms(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('message_terms')
        .addColumn('submission_id', 'text', (column) => column.notNull().references('form_submissions.id').onDelete('cascade'))
        // In byte order a prefix is a range, on either engine.
        .addColumn('term', engine === 'postgres' ? sql`text collate "C"` : 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('message_terms_key', ['submission_id', 'term'])
        // The key is the whole row: without this SQLite would keep it twice.
        .$call((create) => (engine === 'sqlite' ? create.modifyEnd(sql`without rowid`) : create))
        .execute();
      await db.schema
        .createIndex('message_terms_by_term')
        .on('message_terms')
        .columns(['term', 'created_at', 'submission_id'])
        .execute();
    },
  };
}
