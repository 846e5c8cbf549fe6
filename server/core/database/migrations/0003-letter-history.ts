import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export function letterHistory(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const [column, type] of [
        ['first_tried_at', 'bigint'],
        ['last_outcome', 'text'],
        ['seen_at', 'bigint'],
      ] as const)
        await db.schema.alterTable('letters').addColumn(column, type).execute();
      // What a person has to see to: as small as the trouble.
      await db.schema
        .createIndex('letters_given_up')
        .on('letters')
        .column('gave_up_at')
        .where('gave_up_at', 'is not', null)
        .execute();
    },
  };
}
