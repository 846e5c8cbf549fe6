import type { Migration } from 'kysely/migration';

/** Two indexes that others have replaced, which are built after the migrations (server/core/database/concurrent-indexes.ts). */
export function reportIndexes(): Migration {
  return {
    up: async (db) => {
      for (const name of ['form_submissions_sla_report', 'contact_attempts_by_submission'])
        await db.schema.dropIndex(name).execute();
    },
  };
}
