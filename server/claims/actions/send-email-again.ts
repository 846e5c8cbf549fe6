import { day } from '#forms/durations.ts';
import { withMerged } from '#server/claims/merged-into.ts';
import { sharedNow } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { senderEmailKind } from '#server/mail/out/email-store.ts';
import { defineAction, inQuarantine, refused } from './define-action.ts';

/** E-mails to senders that are older than this are not sent any more (sender-email-job.ts). */
const toSenderMs = day;

/** Sends an e-mail once more, under its Message-ID. */
export const sendEmailAgain = defineAction({
  read: (field) => ({ emailId: field('emailId') ?? '' }),
  undoneBy: null,
  keeps: null,
  run: async ({ tx, row, now }, { emailId }) => {
    if (row.quarantined_at !== null) return refused(inQuarantine);
    const email = await tx
      .selectFrom('jobs')
      .select(['kind', 'template', 'created_at'])
      .where('id', '=', emailId)
      .where('subject_id', 'in', await withMerged(tx, row.id))
      .where('template', 'is not', null)
      .executeTakeFirst();
    if (!email) return refused('That email is not there.');
    if (email.kind === senderEmailKind && now - email.created_at >= toSenderMs)
      return refused('It is more than a day old, and would say nothing new.');
    if (!(await makeDue(tx, emailId, now))) return refused('It is being sent at this moment.');
    return { kind: 'done', details: { email: emailId, template: email.template }, hasEmail: true };
  },
});

/** Due at once, with five more days of attempts; false while a process holds its lease. Earlier attempts stay on record. */
async function makeDue(tx: Tx, emailId: string, now: number): Promise<boolean> {
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
    .where('id', '=', emailId)
    .where((where) =>
      where.or([
        where('lease_until', 'is', null),
        where('lease_until', '<=', sharedNow(tx, now)),
        where('finished_at', 'is not', null),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
