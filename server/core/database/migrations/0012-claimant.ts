import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What claimants do at the private page of their claim. */
export function claimant(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const add = (name: string, type: 'bigint' | 'text') =>
        db.schema.alterTable('form_submissions').addColumn(name, type).execute();
      await db.schema
        .alterTable('form_submissions')
        .addColumn('link_generation', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      for (const name of [
        'link_revoked_at',
        'withdrawn_at',
        'erasure_requested_at',
        'claimant_update_at',
        'claimant_update_seen_at',
      ])
        await add(name, 'bigint');
      await add('call_preference', 'text');
      await db.schema
        .createTable('claimant_messages')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('submission_id', 'text', (column) => column.notNull().references('form_submissions.id').onDelete('cascade'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('claimant_messages_submission')
        .on('claimant_messages')
        .columns(['submission_id', 'created_at'])
        .execute();
    },
  };
}
