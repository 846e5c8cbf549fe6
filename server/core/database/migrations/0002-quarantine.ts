import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A suspect is stored like any other submission, and set aside. */
export function quarantine(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('form_submissions').addColumn('quarantined_at', 'bigint').execute();
      await db.schema.alterTable('form_submissions').addColumn('quarantine_reason', 'text').execute();
      // Only what is set aside: the index stays as small as that pile.
      await sql`create index form_submissions_in_quarantine on form_submissions (quarantined_at) where quarantined_at is not null`.execute(
        db,
      );
    },
  };
}
