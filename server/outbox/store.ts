import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { answersOf, type Tx } from '#server/database/schema.ts';
import type { ClaimedLetter } from './letter.ts';

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** Promises a letter for each submission, in the transaction that stores it. */
export async function addLetters(tx: Tx, submissions: { id: string; createdAt: number }[]): Promise<void> {
  const letters = submissions.map(({ id, createdAt }) => ({
    id: randomUUID(),
    submission_id: id,
    kind: 'notification',
    created_at: createdAt,
    next_try_at: createdAt,
  }));
  await tx.insertInto('letters').values(letters).execute();
}

export function createOutboxStore({ db, engine }: Database) {
  return {
    /** Takes up to `most` due letters for this sender alone, until the lease ends. Counts a try. */
    claim: async (now: number, leaseMs: number, most: number): Promise<ClaimedLetter[]> => {
      const due = db
        .selectFrom('letters')
        .select('id')
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .where('next_try_at', '<=', now)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', now)]))
        .orderBy('next_try_at')
        .limit(most);
      const taken = await db
        .updateTable('letters')
        .set({ lease_until: now + leaseMs, fence: sql`fence + 1`, tries: sql`tries + 1` })
        // Several senders may claim at once on PostgreSQL: each passes over what another has under its hand.
        .where('id', 'in', engine === 'postgres' ? due.forUpdate().skipLocked() : due)
        .returning(['id', 'submission_id', 'kind', 'created_at', 'tries', 'fence'])
        .execute();
      return taken.length > 0 ? withSubmissions(taken) : [];
    },

    /** Each settles only while the fence is still this sender's; false when another sender has taken over. */
    markSent: (letter: ClaimedLetter, at: number, answer: string) => settle(letter, { sent_at: at, last_answer: answer }),
    markGivenUp: (letter: ClaimedLetter, at: number, answer: string) => settle(letter, { gave_up_at: at, last_answer: answer }),
    retryAt: (letter: ClaimedLetter, at: number, answer: string) => settle(letter, { next_try_at: at, last_answer: answer }),

    /** When the next letter falls due; null when none waits. */
    nextDueAt: async (): Promise<number | null> => {
      const row = await db
        .selectFrom('letters')
        .select(sql<number | null>`min(case when lease_until > next_try_at then lease_until else next_try_at end)`.as('at'))
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .executeTakeFirst();
      return row?.at ?? null;
    },

    /** On SQLite this process is the only sender: what a killed predecessor held is due at once. */
    releaseLeases: async (): Promise<void> => {
      if (engine === 'sqlite')
        await db.updateTable('letters').set({ lease_until: null }).where('lease_until', 'is not', null).execute();
    },
  };

  async function withSubmissions(
    taken: { id: string; submission_id: string; kind: string; created_at: number; tries: number; fence: number }[],
  ) {
    const ids = taken.map((letter) => letter.submission_id);
    const rows = await db.selectFrom('form_submissions').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return taken.flatMap((letter) => {
      const row = byId.get(letter.submission_id);
      if (!row) return [];
      const { id, kind, tries, fence } = letter;
      const { reference, form_name: formName, created_at: submittedAt } = row;
      return [
        {
          id,
          kind,
          tries,
          fence,
          createdAt: letter.created_at,
          reference,
          formName,
          submittedAt,
          data: answersOf(row.form_data),
        },
      ];
    });
  }

  async function settle(
    letter: ClaimedLetter,
    change: { sent_at?: number; gave_up_at?: number; next_try_at?: number; last_answer: string },
  ) {
    const { numUpdatedRows } = await db
      .updateTable('letters')
      .set({ ...change, lease_until: null })
      .where('id', '=', letter.id)
      .where('fence', '=', letter.fence)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
