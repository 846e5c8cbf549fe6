import type { Database } from '#server/database/open.ts';
import { sharedNow } from '#server/database/schema.ts';

/** What waits, and what was given up and nobody has seen to. */
export type Backlog = { waiting: number; oldestSince: number | null; givenUp: number };

export type StuckLetter = {
  id: string;
  reference: string;
  formName: string;
  createdAt: number;
  tries: number;
  gaveUpAt: number | null;
  lastAnswer: string | null;
};

/** The outbox as people see it: counts for the alarms, a list for whoever goes to look, and the two things to do about it. */
export function createBacklog({ db }: Pick<Database, 'db'>) {
  const waiting = db.selectFrom('letters').where('sent_at', 'is', null).where('gave_up_at', 'is', null);
  const givenUp = db
    .selectFrom('letters')
    .where('gave_up_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('seen_at', 'is', null);

  return {
    count: async (): Promise<Backlog> => {
      const now = await waiting
        .select((fn) => [fn.fn.countAll<number>().as('count'), fn.fn.min('created_at').as('oldest')])
        .executeTakeFirst();
      const lost = await givenUp.select((fn) => fn.fn.countAll<number>().as('count')).executeTakeFirst();
      return { waiting: Number(now?.count ?? 0), oldestSince: now?.oldest ?? null, givenUp: Number(lost?.count ?? 0) };
    },

    /** Given up and not seen to, or waiting since before `before`; the oldest first. */
    stuck: async (before: number): Promise<StuckLetter[]> => {
      const rows = await db
        .selectFrom('letters')
        .leftJoin('form_submissions', 'form_submissions.id', 'letters.submission_id')
        .select(['letters.id', 'kind', 'reference', 'form_name', 'letters.created_at', 'tries', 'gave_up_at', 'last_answer'])
        .where('sent_at', 'is', null)
        .where('seen_at', 'is', null)
        .where((where) => where.or([where('gave_up_at', 'is not', null), where('letters.created_at', '<', before)]))
        .orderBy('letters.created_at')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        // A letter to a member of staff is about no submission.
        reference: row.reference ?? '(no reference)',
        formName: row.form_name ?? row.kind,
        createdAt: row.created_at,
        tries: row.tries,
        gaveUpAt: row.gave_up_at,
        lastAnswer: row.last_answer,
      }));
    },

    /**
     * What was given up or waits is tried again now, with another five days; answers how many. Not a given-up letter to a member
     * of staff: its one-time link was erased.
     */
    sendAgain: async (now: number): Promise<number> => {
      const { numUpdatedRows } = await db
        .updateTable('letters')
        .set({ gave_up_at: null, first_tried_at: null, tries: 0, next_try_at: sharedNow(db, now) })
        .where('sent_at', 'is', null)
        .where('seen_at', 'is', null)
        .where((where) => where.or([where('gave_up_at', 'is', null), where('submission_id', 'is not', null)]))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** A person has dealt with what was given up in another way; answers how many. */
    markSeen: async (now: number): Promise<number> => {
      const { numUpdatedRows } = await db
        .updateTable('letters')
        .set({ seen_at: now })
        .where('gave_up_at', 'is not', null)
        .where('seen_at', 'is', null)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}
