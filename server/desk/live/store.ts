import { sql } from 'kysely';
import type { Act } from '#server/audit/event.ts';
import type { Database } from '#server/database/open.ts';

/** What changes nothing that a list shows: looking. */
const looks: Act[] = ['inbox viewed', 'searched', 'submission viewed', 'list exported', 'person exported', 'audit viewed'];

/** How far the store has come: the newest submission, and the newest event. */
export type Mark = { createdAt: number; eventId: string };

export type LiveStore = ReturnType<typeof createLiveStore>;

export function createLiveStore({ db }: Database) {
  return {
    mark: async (): Promise<Mark> => {
      const { rows } = await sql<{ at: number | null; suspect: number | null; event: string | null }>`select
        (select max(created_at) from form_submissions where quarantined_at is null) as at,
        (select max(created_at) from form_submissions where quarantined_at is not null) as suspect,
        (select max(id) from audit_events) as event`.execute(db);
      const [row] = rows;
      return { createdAt: Math.max(row?.at ?? 0, row?.suspect ?? 0), eventId: row?.event ?? '' };
    },

    /** Whether anything was done since that event, other than to look. */
    hasChangedSince: async (eventId: string): Promise<boolean> => {
      const row = await db
        .selectFrom('audit_events')
        .select('id')
        .where('id', '>', eventId)
        .where('act', 'not in', looks)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
