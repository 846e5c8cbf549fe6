import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';

export function submissionsAndLetters(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('form_submissions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('reference', 'text', (column) => column.notNull().unique())
        .addColumn('form_name', 'text', (column) => column.notNull())
        .addColumn('form_data', engine === 'postgres' ? 'jsonb' : 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('idempotency_key', 'text', (column) => column.unique())
        .addColumn('content_hash', 'text', (column) => column.notNull())
        .addColumn('came_by', 'text', (column) => column.notNull())
        .addColumn('due_at', 'bigint')
        .execute();
      await db.schema
        .createIndex('form_submissions_by_content')
        .on('form_submissions')
        .columns(['content_hash', 'created_at'])
        .execute();
      await db.schema
        .createTable('letters')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('submission_id', 'text', (column) => column.notNull().references('form_submissions.id').onDelete('cascade'))
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('next_try_at', 'bigint', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('lease_until', 'bigint')
        .addColumn('fence', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('sent_at', 'bigint')
        .addColumn('gave_up_at', 'bigint')
        .addColumn('last_answer', 'text')
        .execute();
      await db.schema.createIndex('letters_by_submission').on('letters').column('submission_id').execute();
      // Only what is still to be sent: the index stays as small as the backlog.
      await sql`create index letters_waiting on letters (next_try_at) where sent_at is null and gave_up_at is null`.execute(db);
    },
  };
}
