import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The inbox lists what claimants did that nobody of the team has seen yet. */
export function claimantUpdates(): Migration {
  return {
    up: async (db: Kysely<unknown>): Promise<void> => {
      await sql`create index form_submissions_updated on form_submissions (created_at desc, id desc)
        where claimant_update_at is not null and claimant_update_at > coalesce(claimant_update_seen_at, 0)
          and quarantined_at is null`.execute(db);
    },
  };
}
