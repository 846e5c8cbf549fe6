import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a given-up letter had to say was kept, one-time links among it. From now on giving up erases it. */
export function givenUpDetails(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`update letters set details = null where gave_up_at is not null and details is not null`.execute(db);
    },
  };
}
