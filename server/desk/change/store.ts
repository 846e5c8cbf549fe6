import type { Database } from '#server/database/open.ts';
import { sharedNow, type Tx } from '#server/database/schema.ts';
import { addLetters } from '#server/outbox/store.ts';
import type { LetterRow, SubmissionRow } from '../submission/store.ts';

/** What a change writes into the submission's own row. */
export type RowChange = Partial<
  Pick<
    SubmissionRow,
    'contacted_at' | 'contacted_by' | 'closed_at' | 'closed_by' | 'assigned_to' | 'quarantined_at' | 'quarantine_reason'
  >
>;

export type ChangeStore = ReturnType<typeof createChangeStore>;

export function createChangeStore({ engine, write }: Database) {
  return {
    transaction: write,

    /** The row as it is now, which nobody else changes before this transaction ends; null where it is gone. */
    hold: async (tx: Tx, id: string): Promise<SubmissionRow | null> => {
      const query = tx.selectFrom('form_submissions').selectAll().where('id', '=', id);
      return (await (engine === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
    },

    set: async (tx: Tx, id: string, change: RowChange): Promise<void> => {
      await tx.updateTable('form_submissions').set(change).where('id', '=', id).execute();
    },

    /** Whether there is such an account, and it is open; it is not closed before this transaction ends. */
    holdStaff: async (tx: Tx, id: string): Promise<boolean> => {
      const query = tx.selectFrom('staff').select('id').where('id', '=', id).where('leftAt', 'is', null);
      return (await (engine === 'postgres' ? query.forShare() : query).executeTakeFirst()) !== undefined;
    },

    letter: async (tx: Tx, submissionId: string, id: string): Promise<LetterRow | null> =>
      (await tx
        .selectFrom('letters')
        .selectAll()
        .where('id', '=', id)
        .where('submission_id', '=', submissionId)
        .executeTakeFirst()) ?? null,

    /** Due at once, with another five days of trying; false while a sender holds it. Its earlier tries stay on record. */
    sendAgain: async (tx: Tx, letterId: string, now: number): Promise<boolean> => {
      const { numUpdatedRows } = await tx
        .updateTable('letters')
        .set({
          sent_at: null,
          gave_up_at: null,
          seen_at: null,
          first_tried_at: null,
          lease_until: null,
          tries: 0,
          next_try_at: sharedNow(tx, now),
        })
        .where('id', '=', letterId)
        .where((where) =>
          where.or([
            where('lease_until', 'is', null),
            where('lease_until', '<=', sharedNow(tx, now)),
            where('sent_at', 'is not', null),
          ]),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Announces it to the team, if that was not done before; says whether there is something to send. */
    announce: async (tx: Tx, id: string, now: number): Promise<boolean> => {
      const letters = tx.selectFrom('letters').select('id').where('submission_id', '=', id).where('kind', '=', 'notification');
      if (await letters.executeTakeFirst()) return false;
      await addLetters(tx, [{ id, createdAt: now }]);
      return true;
    },

    withdrawAnnouncement: async (tx: Tx, id: string): Promise<void> => {
      await tx
        .deleteFrom('letters')
        .where('submission_id', '=', id)
        .where('kind', '=', 'notification')
        .where('sent_at', 'is', null)
        .execute();
    },

    /** Takes out warnings that have not gone out; should it be open again, they can be given anew. */
    dropWarnings: async (tx: Tx, id: string): Promise<void> => {
      const warnings = () =>
        tx.selectFrom('letters').select('kind').where('submission_id', '=', id).where('kind', 'like', 'promise-%');
      const dropped = await tx
        .deleteFrom('letters')
        .where('submission_id', '=', id)
        .where('kind', 'like', 'promise-%')
        .where('sent_at', 'is', null)
        .executeTakeFirst();
      if (dropped.numDeletedRows === 0n) return;
      const given = (await warnings().execute()).map(({ kind }) => Number(kind.replace('promise-', '')));
      await tx
        .updateTable('form_submissions')
        .set({ warned_hours: Math.max(0, ...given) })
        .where('id', '=', id)
        .execute();
    },
  };
}
