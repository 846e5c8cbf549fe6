import type { Database } from '#server/database/open.ts';
import { sharedNow, type Tx } from '#server/database/schema.ts';
import { addNotifications } from '#server/email/email-store.ts';
import type { LetterRow, SubmissionRow } from '../view/view-store.ts';

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
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', id)
        .where('subject_id', '=', submissionId)
        .where('template', 'is not', null)
        .executeTakeFirst()) ?? null,

    /** Due at once, with another five days of trying; false while a process holds it. Its earlier attempts stay on record. */
    sendAgain: async (tx: Tx, letterId: string, now: number): Promise<boolean> => {
      const { numUpdatedRows } = await tx
        .updateTable('jobs')
        .set({
          finished_at: null,
          failed_at: null,
          acknowledged_at: null,
          first_attempt_at: null,
          lease_until: null,
          attempts: 0,
          run_at: sharedNow(tx, now),
        })
        .where('id', '=', letterId)
        .where((where) =>
          where.or([
            where('lease_until', 'is', null),
            where('lease_until', '<=', sharedNow(tx, now)),
            where('finished_at', 'is not', null),
          ]),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Announces it to the team, if that was not done before; says whether there is something to send. */
    announce: async (tx: Tx, id: string, now: number): Promise<boolean> => {
      const emails = tx.selectFrom('jobs').select('id').where('subject_id', '=', id).where('template', '=', 'notification');
      if (await emails.executeTakeFirst()) return false;
      await addNotifications(tx, [{ id, createdAt: now }]);
      return true;
    },

    withdrawAnnouncement: async (tx: Tx, id: string): Promise<void> => {
      await tx
        .deleteFrom('jobs')
        .where('subject_id', '=', id)
        .where('template', '=', 'notification')
        .where('finished_at', 'is', null)
        .execute();
    },

    /** Takes out warnings that have not gone out; should it be open again, they can be given anew. */
    dropWarnings: async (tx: Tx, id: string): Promise<void> => {
      const warnings = () =>
        tx.selectFrom('jobs').select('template').where('subject_id', '=', id).where('template', 'like', 'reminder-%');
      const dropped = await tx
        .deleteFrom('jobs')
        .where('subject_id', '=', id)
        .where('template', 'like', 'reminder-%')
        .where('finished_at', 'is', null)
        .executeTakeFirst();
      if (dropped.numDeletedRows === 0n) return;
      const given = (await warnings().execute()).map(({ template }) => Number(template?.replace('reminder-', '')));
      await tx
        .updateTable('form_submissions')
        .set({ warned_hours: Math.max(0, ...given) })
        .where('id', '=', id)
        .execute();
    },
  };
}
