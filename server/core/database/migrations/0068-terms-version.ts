import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which terms a submission was indexed with. Those of before, and of instances of the release before, are 0. */
export function termsVersion(): Migration {
  return {
    up: async (db) => {
      await sql`alter table indexed_submissions add column terms_version integer not null default 0`.execute(db);
    },
  };
}
