import type { Database } from '#server/database/open.ts';
import type { Schema } from '#server/database/schema.ts';

export type JobStore = ReturnType<typeof createJobStore>;

/** What runs by itself once in a while, on one instance at a time. */
export function createJobStore({ db }: Database) {
  return {
    state: async (id: string): Promise<Schema['jobs'] | null> =>
      (await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null,

    /** Takes the job for this instance if it is due: not done since `doneBefore`, and not begun or at work since `begunBefore`. */
    take: async (id: string, now: number, due: { doneBefore: number; begunBefore: number }): Promise<boolean> => {
      const taken = await db
        .insertInto('jobs')
        .values({ id, ran_at: now, succeeded_at: null, words: null })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ ran_at: now })
            .where((where) =>
              where.and([
                where.or([where('jobs.ran_at', 'is', null), where('jobs.ran_at', '<=', due.begunBefore)]),
                where.or([where('jobs.succeeded_at', 'is', null), where('jobs.succeeded_at', '<=', due.doneBefore)]),
              ]),
            ),
        )
        .returning('id')
        .executeTakeFirst();
      return taken !== undefined;
    },

    /** It is still at work: no other instance takes it for one that died. */
    stillAtWork: async (id: string, now: number): Promise<void> => {
      await db.updateTable('jobs').set({ ran_at: now }).where('id', '=', id).execute();
    },

    /** It was done, whoever asked for it. */
    note: async (id: string, at: number, words: string | null): Promise<void> => {
      const done = { ran_at: at, succeeded_at: at, words };
      await db
        .insertInto('jobs')
        .values({ id, ...done })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(done))
        .execute();
    },

    settle: async (id: string, outcome: { succeededAt: number | null; words: string }): Promise<void> => {
      const { succeededAt, words } = outcome;
      const change = succeededAt === null ? { words } : { words, succeeded_at: succeededAt };
      await db.updateTable('jobs').set(change).where('id', '=', id).execute();
    },
  };
}
