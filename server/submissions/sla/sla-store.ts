import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import type { Tx } from '#server/database/schema.ts';

export type Warned = { id: string; hours: number };

/** What a weekly figure is made of. */
export type PromiseRow = {
  id: string;
  createdAt: number;
  dueAt: number;
  targetAt: number | null;
  contactedAt: number | null;
  closedAt: number | null;
};

export type PromiseStore = ReturnType<typeof createPromiseStore>;

export function createPromiseStore({ db, engine, write }: Database) {
  return {
    transaction: write,

    /** Takes up to `most` that are due a warning, each for the most severe one and for this keeper alone, and notes it on them. */
    take: async (tx: Tx, now: number, warnings: { hours: number; beforeDueMs: number }[], most: number): Promise<Warned[]> => {
      const severe = sql`case ${sql.join(
        warnings.map(({ hours, beforeDueMs }) => sql`when due_at <= ${now + beforeDueMs} then ${sql.lit(hours)}`),
        sql` `,
      )} else 0 end`;
      const last = Math.max(...warnings.map(({ hours }) => hours));
      const first = Math.max(...warnings.map(({ beforeDueMs }) => beforeDueMs));
      const { rows } = await sql<Warned>`
        update form_submissions set warned_hours = ${severe} where id in (
          select id from form_submissions
          where contacted_at is null and closed_at is null and quarantined_at is null and due_at is not null
            and warned_hours < ${last} and due_at <= ${now + first} and warned_hours < ${severe}
          order by due_at limit ${most} ${sql.raw(engine === 'postgres' ? 'for no key update skip locked' : '')})
        returning id, warned_hours as hours`.execute(tx);
      return rows;
    },

    /** What was promised since then, oldest first, behind this one. */
    page: async (since: number, after: { createdAt: number; id: string } | null, most: number): Promise<PromiseRow[]> => {
      const from = after ?? { createdAt: since, id: '' };
      const { rows } = await sql<PromiseRow>`
        select id, created_at as "createdAt", due_at as "dueAt", target_at as "targetAt", contacted_at as "contactedAt",
          closed_at as "closedAt"
        from form_submissions ${sql.raw(engine === 'sqlite' ? 'indexed by form_submissions_promises' : '')}
        where due_at is not null and quarantined_at is null
          and created_at >= ${from.createdAt} and (created_at > ${from.createdAt} or id > ${from.id})
        order by created_at, id limit ${most}`.execute(db);
      return rows;
    },
  };
}
