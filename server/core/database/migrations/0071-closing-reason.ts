import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Why a claim was closed, as its claimant reads it; null for what was closed before, and where nobody is told. */
export function closingReason(): Migration {
  return {
    up: async (db) => {
      await sql`alter table form_submissions add column closing_reason text`.execute(db);
    },
  };
}
